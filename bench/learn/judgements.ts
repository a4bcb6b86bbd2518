import { readFileSync } from 'node:fs'

/**
 * What whoever wrote the rules said of what was learnt: `useful` to whoever works on the project next, `thin` where it is true
 * and lasts but helps little, `wrong` where it was of the moment, can't be understood by itself, or isn't so.
 */
export type Verdict = 'useful' | 'thin' | 'wrong'

const VERDICTS: readonly string[] = ['useful', 'thin', 'wrong'] satisfies readonly Verdict[]

/** Judgements by the name of what was judged. */
export function readJudgements(): ReadonlyMap<string, Verdict> {
  const lines = readFileSync(new URL('judgements.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return new Map(
    lines.flatMap((line): readonly (readonly [string, Verdict])[] => {
      const [name = '', verdict = ''] = line.split('\t')
      return isVerdict(verdict) ? [[name, verdict]] : []
    }),
  )
}

function isVerdict(text: string): text is Verdict {
  return VERDICTS.includes(text)
}

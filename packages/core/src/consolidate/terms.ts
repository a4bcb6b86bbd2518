import type { Token } from '../guard/anchors/token.ts'

// Words that carry grammar (compaction reference §5.2).
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the this that these those is are was were be been being am do does did done has have had having of
  in on at to for from by with as and or nor if but then than so it its our their your my we you they he she
  i there here which who whom whose what when where while will would can could may might must should shall
  also just only very into onto over under about up out off such via per not no never none`.split(/\s+/),
)
const GAPS_IN_NUMBERS = /[\s,_]+(?=[\d\p{L}%])/gu
const LETTERS = /^[a-z]+$/
const NO_PLURAL = /(?:ss|us|is)$/

/** The terms of a text, in their order: from its tokens, so that a path or a number is one term. */
export function termsOf(tokens: readonly Token[]): readonly string[] {
  const terms: string[] = []
  let run: Token[] = []
  for (const token of tokens) {
    if (token.kind === 'cjk') {
      if (run.at(-1)?.end !== token.start) run = takeRun(run, terms)
      run.push(token)
      continue
    }
    run = takeRun(run, terms)
    const term = termOf(token)
    if (term !== undefined) terms.push(term)
  }
  takeRun(run, terms)
  return terms
}

/** Characters without spaces between them: each two neighbours, or the one. */
function takeRun(run: readonly Token[], terms: string[]): Token[] {
  const [first] = run
  if (run.length === 1 && first !== undefined) terms.push(first.raw)
  for (let at = 1; at < run.length; at++) terms.push(`${run[at - 1]?.raw ?? ''}${run[at]?.raw ?? ''}`)
  return []
}

function termOf({ kind, raw, lower }: Token): string | undefined {
  if (kind === 'mark' || STOP_WORDS.has(lower)) return undefined
  if (kind === 'value') return raw.toLowerCase().replace(GAPS_IN_NUMBERS, '')
  if (!LETTERS.test(lower)) return lower
  if (lower.length > 4 && lower.endsWith('ies')) return `${lower.slice(0, -3)}y`
  return lower.length > 3 && lower.endsWith('s') && !NO_PLURAL.test(lower) ? lower.slice(0, -1) : lower
}

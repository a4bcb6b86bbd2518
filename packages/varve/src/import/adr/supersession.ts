/** What the status of a decision record says of another one. */
export interface Supersession {
  /** `by`: the other stands in for this one; `of`: this one for the other. */
  readonly direction: 'by' | 'of'
  /** The whole record, not some part of it. */
  readonly isWhole: boolean
  /** A path as written, or a record's number. */
  readonly target: { readonly path: string } | { readonly number: number }
}

const REFERENCE =
  /\[[^[\]]*\]\(<?([^()<>\s]+)>?\)|\bADR[-\s#]*0*(\d{1,5})\b|(?<=superse[dc]e[sd]?\s+(?:by\s+)?)#?0*(\d{3,5})\b/gi
// A whole supersession says so and nothing else: any further word may be a limit.
const WHOLE =
  /^(?:accepted[,.;]?\s+)?superse[dc]e[sd](?:\s+by)?:?\s*@(?:\s+\(?(?:on\s+)?\d{4}-\d{2}-\d{2}\)?)?[.;]?$/i

/**
 * Reads the supersessions that a status section states. Only a sentence that supersedes a record as
 * a whole counts as such: "superseded in part by" is something to know, and nothing to hide by.
 */
export function readSupersessions(status: string): readonly Supersession[] {
  const targets: Supersession['target'][] = []
  // One space at most, so that looking back over it is cheap.
  const spaced = status.replace(/[^\S\n]+/g, ' ').replace(/\n[ \n]*\n/g, '\n\n')
  const plain = spaced.replace(REFERENCE, (_, path?: string, number?: string, bare?: string) => {
    targets.push(path === undefined ? { number: Number(number ?? bare) } : { path })
    return `@${targets.length - 1}@`
  })
  return sentencesOf(plain).flatMap((sentence) => supersessionsIn(sentence, targets))
}

function sentencesOf(text: string): readonly string[] {
  return text.split(/\n\s*\n|(?<=[.;])\s+/).map((sentence) =>
    sentence
      .replace(/[*_]{2}|[^\x20-\x7e\s]/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

function supersessionsIn(
  sentence: string,
  targets: readonly Supersession['target'][],
): readonly Supersession[] {
  const verb = /superse[dc]e([sd])\b/i.exec(sentence)?.[1]
  if (verb === undefined) return []
  const named = [...sentence.matchAll(/@(\d+)@/g)].flatMap((match) => targets[Number(match[1])] ?? [])
  const direction = verb.toLowerCase() === 'd' ? 'by' : 'of'
  const isWhole = named.length === 1 && WHOLE.test(sentence.replace(/@\d+@/g, '@'))
  return named.map((target) => ({ direction, isWhole, target }))
}

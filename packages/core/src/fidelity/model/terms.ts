import { stemEnglish } from '../../guard/language/english/stem-english.ts'

/** The words of a text as the origin reads them, or as terms: without capitals, and stemmed. */
export type WordReader = (text: string) => ReadonlySet<string>

export const plainWords: WordReader = (text) => new Set(text.split(/\s+/u).filter((word) => word !== ''))

export const terms: WordReader = (text) =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).map(stemEnglish))

/** The share of the smaller set that both have. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  if (few.size === 0) return 0
  let shared = 0
  for (const word of few) if (many.has(word)) shared++
  return shared / few.size
}

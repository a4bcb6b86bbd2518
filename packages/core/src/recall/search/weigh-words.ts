import type { EntryWords } from '../../words/entry-words.ts'
import type { IndexWords } from '../../words/index-words.ts'

/** A word that is looked for: the forms that stand for it, and how much each counts. */
export interface WantedWord {
  readonly word: string
  readonly forms: readonly WordForm[]
}

export interface WordForm {
  readonly word: string
  /** 1 for what was typed, less for a correction. */
  readonly weight: number
  /** How rare it is: `inverseFrequency`. */
  readonly idf: number
}

/** Mean numbers of words. */
export interface MeanLengths {
  readonly title: number
  readonly body: number
}

const SATURATION = 1.2
const FIELDS = {
  title: { weight: 4, b: 0.3 },
  tags: { weight: 2, b: 0 },
  body: { weight: 1, b: 0.75 },
} as const

/** How much a word tells that `count` of `entries` have. */
export function inverseFrequency(entries: number, count: number): number {
  return Math.log(1 + (entries - count + 0.5) / (count + 0.5))
}

/** BM25F of each wanted word in an entry; 0 where the entry doesn't have it. `bodyB`: how much a long body takes away. */
export function weighWords(
  entry: EntryWords,
  wanted: readonly WantedWord[],
  means: MeanLengths,
  bodyB: number,
): readonly number[] {
  const forms = new Set(wanted.flatMap((each) => each.forms.map(({ word }) => word)))
  const frequencies = new Map<string, number>()
  addField(frequencies, forms, entry.title, FIELDS.title, means.title)
  addField(frequencies, forms, entry.tags, FIELDS.tags, 0)
  addField(frequencies, forms, entry.body, { ...FIELDS.body, b: bodyB }, means.body)
  return wanted.map((each) =>
    Math.max(
      0,
      ...each.forms.map(({ word, weight, idf }) => {
        const frequency = frequencies.get(word) ?? 0
        return (weight * idf * frequency) / (SATURATION + frequency)
      }),
    ),
  )
}

function addField(
  frequencies: Map<string, number>,
  forms: ReadonlySet<string>,
  { stream, extras }: IndexWords,
  { weight, b }: { readonly weight: number; readonly b: number },
  mean: number,
): void {
  if (stream.length === 0) return
  const share = weight / (1 - b + (mean === 0 ? b : (b * stream.length) / mean))
  const add = (word: string) => frequencies.set(word, (frequencies.get(word) ?? 0) + share)
  for (const word of stream) if (forms.has(word)) add(word)
  for (const word of extras) if (forms.has(word)) add(word)
}

import type { FieldUse, WordUses } from '../../ports/store.ts'

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

/** All forms of the words that are looked for, each with its number. */
export function formNumbers(wanted: readonly WantedWord[]): ReadonlyMap<string, number> {
  const forms = new Map<string, number>()
  for (const each of wanted) for (const { word } of each.forms) forms.set(word, forms.get(word) ?? forms.size)
  return forms
}

/**
 * Tells BM25F of each wanted word in an entry, by how that uses the forms; 0 where it has none of them.
 * `bodyB`: how much a long body takes away.
 */
export function wordWeigher(
  wanted: readonly WantedWord[],
  forms: ReadonlyMap<string, number>,
  means: MeanLengths,
  bodyB: number,
): (uses: WordUses) => readonly number[] {
  const inBody = { ...FIELDS.body, b: bodyB }
  return ({ title, tags, body }) => {
    const frequencies = new Array<number>(forms.size).fill(0)
    addField(frequencies, title, FIELDS.title, means.title)
    addField(frequencies, tags, FIELDS.tags, 0)
    addField(frequencies, body, inBody, means.body)
    return wanted.map((each) => {
      let most = 0
      for (const { word, weight, idf } of each.forms) {
        const frequency = frequencies[forms.get(word) ?? 0] ?? 0
        most = Math.max(most, (weight * idf * frequency) / (SATURATION + frequency))
      }
      return most
    })
  }
}

function addField(
  frequencies: number[],
  { length, counts }: FieldUse,
  { weight, b }: { readonly weight: number; readonly b: number },
  mean: number,
): void {
  if (length === 0) return
  const share = weight / (1 - b + (mean === 0 ? b : (b * length) / mean))
  // One after another, as they stand: a product rounds otherwise, and scores are compared.
  for (let number = 0; number < counts.length; number++) {
    for (let left = counts[number] ?? 0; left > 0; left--) {
      frequencies[number] = (frequencies[number] ?? 0) + share
    }
  }
}

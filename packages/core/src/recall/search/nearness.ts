import type { WantedWord } from './weigh-words.ts'

const WINDOW = 4
const WEIGHT = 0.3

/** What it adds that two words of the query stand close together, as neighbours of it do. */
export function nearness(stream: readonly string[], wanted: readonly WantedWord[]): number {
  const places = new Map(
    wanted.flatMap(({ forms }, at) => forms.map(({ word, idf }) => [word, { at, idf }] as const)),
  )
  const best = new Map<number, number>()
  let last: { readonly at: number; readonly idf: number; readonly index: number } | undefined
  for (const [index, word] of stream.entries()) {
    const place = places.get(word)
    if (place === undefined) continue
    if (last !== undefined && last.at !== place.at && index - last.index <= WINDOW) {
      const pair = Math.min(last.at, place.at) * wanted.length + Math.max(last.at, place.at)
      const worth = (WEIGHT * Math.min(last.idf, place.idf)) / (index - last.index)
      best.set(pair, Math.max(best.get(pair) ?? 0, worth))
    }
    last = { ...place, index }
  }
  let sum = 0
  for (const worth of best.values()) sum += worth
  return sum
}

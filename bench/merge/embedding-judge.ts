import { cosineOf, loadUseLite } from '../use-lite.ts'
import { tunedGate } from './baselines.ts'
import type { MakeJudges } from './judge.ts'

/** USE-lite sentence embeddings where their packages are installed; none elsewhere. */
export const makeEmbeddings: MakeJudges = async ({ pairs }) => {
  const embed = await loadUseLite()
  if (embed === undefined) return []
  const texts = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))]
  const embedded = await embed(texts)
  const vectors = new Map(texts.map((text, place) => [text, embedded[place] ?? []]))
  const cosine = (a: string, b: string): number => cosineOf(vectors.get(a) ?? [], vectors.get(b) ?? [])
  return [tunedGate('USE-lite cosine, tuned', cosine, pairs)]
}

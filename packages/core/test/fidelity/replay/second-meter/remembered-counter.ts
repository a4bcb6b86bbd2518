import type { TokenCounter } from '../../../../src/ports/token-counter.ts'

/** Counts each text once: the plain way looks at all messages again at each call. */
export function rememberedCounter({ name, count }: TokenCounter): TokenCounter {
  const known = new Map<string, number>()
  return {
    name,
    count: (text) => {
      const tokens = known.get(text) ?? count(text)
      known.set(text, tokens)
      return tokens
    },
  }
}

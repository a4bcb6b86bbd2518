/** Tokens as a placeholder prints them: `999`, `1k`, `3.2k`, `12k`. */
export function tokenSize(tokens: number): string {
  if (tokens < 1000) return String(tokens)
  if (tokens >= 10_000) return `${Math.round(tokens / 1000)}k`
  return `${Math.round(tokens / 100) / 10}k`
}

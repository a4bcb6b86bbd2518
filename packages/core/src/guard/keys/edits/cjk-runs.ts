import type { KeyToken } from '../key-token.ts'

/** Where a run of Chinese or Japanese characters stands in its text. */
export interface CjkRun {
  readonly text: string
  readonly opensClause: boolean
  readonly endsClause: boolean
}

/** Rewrites each run of characters outside code as one string. */
export function rewriteCjkRuns(
  tokens: readonly KeyToken[],
  rewrite: (run: CjkRun) => string,
): readonly KeyToken[] {
  const result: KeyToken[] = []
  let index = 0
  while (index < tokens.length) {
    const token = tokens[index]
    if (token === undefined) break
    if (token.kind !== 'cjk' || token.isLocked) {
      result.push(token)
      index++
      continue
    }
    const start = index
    while (isOpenCjk(tokens[index])) index++
    const text = tokens
      .slice(start, index)
      .map((member) => member.text)
      .join('')
    const run = { text, opensClause: isBound(tokens[start - 1]), endsClause: isBound(tokens[index]) }
    for (const character of rewrite(run)) result.push({ ...token, text: character })
  }
  return result
}

/** Each place where one of the first stands becomes the second; at a place the first pair that fits wins. */
export function replaceEach(text: string, pairs: readonly (readonly [string, string])[]): string {
  let result = ''
  let at = 0
  while (at < text.length) {
    const pair = pairs.find(([from]) => text.startsWith(from, at))
    result += pair === undefined ? text.charAt(at) : pair[1]
    at += pair === undefined ? 1 : pair[0].length
  }
  return result
}

function isOpenCjk(token: KeyToken | undefined): boolean {
  return token?.kind === 'cjk' && !token.isLocked
}

function isBound(token: KeyToken | undefined): boolean {
  return token === undefined || (token.kind === 'mark' && !token.isLocked)
}

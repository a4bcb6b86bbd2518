import type { Span } from './span.ts'

const PASSWORD = /[^\s:/@]*:([^\s@/]+(?:@[^\s/@"'`<>()[\],;]+)*)@/y
const TOKEN_PART = /[A-Za-z0-9_-]/
const SECOND_AND_THIRD = /\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/y
const MIN_FIRST_PART = 11

/**
 * The password of `scheme://user:password@host`. A password may hold an `@`: the last one before
 * the host ends it. Starts at each `://`, so that no text is looked at twice.
 */
export function findUrlPasswords(text: string): readonly Span[] {
  const found: Span[] = []
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    if (!/[A-Za-z0-9+.-]/.test(text.charAt(at - 1))) continue
    PASSWORD.lastIndex = at + 3
    const match = PASSWORD.exec(text)
    const password = match?.[1]
    if (match === null || password === undefined) continue
    const end = match.index + match[0].length - 1
    found.push({ start: end - password.length, end })
  }
  return found
}

/** JSON web tokens: found from the start of their second part, and followed both ways. */
export function findWebTokens(text: string): readonly Span[] {
  const found: Span[] = []
  for (let at = text.indexOf('.eyJ'); at !== -1; at = text.indexOf('.eyJ', at + 4)) {
    const start = startOfFirstPart(text, at)
    if (start === undefined) continue
    SECOND_AND_THIRD.lastIndex = at
    const match = SECOND_AND_THIRD.exec(text)
    if (match !== null) found.push({ start, end: at + match[0].length })
  }
  return found
}

function startOfFirstPart(text: string, dot: number): number | undefined {
  let start = dot
  while (start > 0 && TOKEN_PART.test(text.charAt(start - 1))) start--
  if (dot - start < MIN_FIRST_PART) return undefined
  const part = text.slice(start, dot)
  for (let at = part.indexOf('eyJ'); at !== -1; at = part.indexOf('eyJ', at + 1)) {
    if (part.length - at < MIN_FIRST_PART) return undefined
    if (at === 0 || part[at - 1] === '-') return start + at
  }
  return undefined
}

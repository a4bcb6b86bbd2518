import type { StoreReader } from '@varve/core'
import { anchorsOf, checkRewrite } from '@varve/core/guard'
import { textsOf } from './session-inputs.ts'

/**
 * What a text names that its session doesn't: paths, numbers, flags, names … In the order of the text. What
 * stands there word for word is named, whatever the guard takes it for in the one place and in the other: a
 * command in a call's arguments, an abbreviation in small letters.
 */
export function findInvented(text: string, session: string, reader: StoreReader): readonly string[] {
  const words = anchorsOf(text).flatMap(({ raw, value }) => [raw.toLowerCase(), value.toLowerCase()])
  const sources = [...reader.sessionMessages(session)].flatMap(({ id, parts }) =>
    parts
      .flatMap(textsOf)
      .filter((part) => hasAny(part.toLowerCase(), words))
      .map((part) => ({ id, text: aroundWords(part, words) })),
  )
  const { findings } = checkRewrite({ kind: 'reason', sources, output: text })
  const missing = findings.flatMap(({ check, severity, anchor }) =>
    check === 'invented' && severity === 'reject' && anchor !== undefined ? [anchor] : [],
  )
  if (missing.length === 0) return []
  const named = namesInLines(missing, session, reader)
  return missing.filter((anchor) => !named.has(anchor))
}

const LINE_END = /\n|\\n/
const WORDS = /[\p{L}\p{N}]+/gu

/** Those of the names of which one line of a session has all words, each as a whole. */
function namesInLines(names: readonly string[], session: string, reader: StoreReader): ReadonlySet<string> {
  const wanted = names.map((name) => ({ name, words: wordsOf(name) })).filter(({ words }) => words.length > 0)
  const found = new Set<string>()
  for (const { parts } of reader.sessionMessages(session)) {
    for (const line of parts.flatMap(textsOf).flatMap((text) => text.split(LINE_END))) {
      const there = new Set(wordsOf(line))
      for (const { name, words } of wanted) if (words.every((word) => there.has(word))) found.add(name)
    }
  }
  return found
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(WORDS) ?? []
}

/** Whether a path stands anywhere in what a session's messages say. */
export function namesPath(path: string, session: string, reader: StoreReader): boolean {
  const escaped = JSON.stringify(path).slice(1, -1)
  for (const { parts } of reader.sessionMessages(session)) {
    if (parts.flatMap(textsOf).some((text) => text.includes(path) || text.includes(escaped))) return true
  }
  return false
}

function hasAny(text: string, words: readonly string[]): boolean {
  return words.some((word) => text.includes(word))
}

const NEAR = 2000
const SHORT = 20_000

/** Of a long output only the surroundings of the words that are looked for. */
function aroundWords(text: string, words: readonly string[]): string {
  if (text.length <= SHORT) return text
  const lower = text.toLowerCase()
  const pieces = [...new Set(words)].flatMap((word) => {
    const at = lower.indexOf(word)
    return at < 0 ? [] : [text.slice(Math.max(0, at - NEAR), at + word.length + NEAR)]
  })
  return pieces.join('\n')
}

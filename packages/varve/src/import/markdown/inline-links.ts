import type { SourceLine } from '../source-lines.ts'

/**
 * A link as written: `[[target]]`, `[[target|label]]`, `[[target#heading]]`, `![[target]]`,
 * `[label](target.md)`, `[label]: target.md`.
 */
export interface InlineLink {
  readonly target: string
  readonly style: 'wiki' | 'markdown'
}

const WIKI = /\[\[([^[\]|#]+)(?:#[^[\]|]*)?(?:\|[^[\]]*)?\]\]/g
const MARKDOWN = /\]\(<?([^()<>\s]+\.(?:md|markdown|mdx))(?:#[^()<>\s]*)?>?\)/g
const DEFINITION = /^ {0,3}\[[^\]]+\]:[ \t]+<?([^<>\s]+\.(?:md|markdown|mdx))(?:#[^<>\s]*)?>?(?:\s|$)/
const FENCE = /^\s*(`{3,}|~{3,})/

/** The links of a text that stand outside of code, each once, in order. */
export function inlineLinks(lines: readonly SourceLine[]): readonly InlineLink[] {
  const found = new Map<string, InlineLink>()
  for (const text of proseLines(lines)) {
    for (const [, target = ''] of text.matchAll(WIKI)) add({ target: target.trim(), style: 'wiki' })
    for (const [, target = ''] of text.matchAll(MARKDOWN)) add({ target: decoded(target), style: 'markdown' })
    const defined = DEFINITION.exec(text)?.[1]
    if (defined !== undefined) add({ target: decoded(defined), style: 'markdown' })
  }
  return [...found.values()]

  function add(link: InlineLink): void {
    if (link.target !== '') found.set(`${link.style} ${link.target}`, link)
  }
}

/** Lines outside of fenced code, without their code spans. */
export function proseLines(lines: readonly SourceLine[]): readonly string[] {
  const prose: string[] = []
  let fence: string | undefined
  for (const { text } of lines) {
    const mark = FENCE.exec(text)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined
    } else if (mark !== undefined) fence = mark
    else prose.push(withoutCodeSpans(text))
  }
  return prose
}

// A code span ends at the next run of as many backticks as it began with.
function withoutCodeSpans(text: string): string {
  if (!text.includes('`')) return text
  const runs = [...text.matchAll(/`+/g)].map((match) => ({ start: match.index, length: match[0].length }))
  const byLength = new Map<number, number[]>()
  for (const { start, length } of runs.toReversed()) {
    const starts = byLength.get(length)
    if (starts === undefined) byLength.set(length, [start])
    else starts.push(start)
  }
  const parts: string[] = []
  let at = 0
  for (const { start, length } of runs) {
    const closing = byLength.get(length) ?? []
    while ((closing.at(-1) ?? Number.POSITIVE_INFINITY) <= start) closing.pop()
    const end = closing.at(-1)
    if (start < at || end === undefined) continue
    parts.push(text.slice(at, start), ' ')
    at = end + length
  }
  parts.push(text.slice(at))
  return parts.join('')
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}

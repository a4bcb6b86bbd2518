import { groupBy } from '../../compact/group-by.ts'
import { assertedTo, contentHash, type Entry } from '../../domain/entry.ts'
import { formatDate } from '../../domain/instant.ts'
import { mayBeShown } from '../../domain/may-be-shown.ts'
import { by, byText } from '../../domain/order.ts'
import type { ProjectFiles } from '../../ports/project-files.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'
import type { StaleCheck } from '../../stale/stale-check.ts'
import { nameOf } from '../name-of.ts'
import { aliasOf } from '../prompts/prompt.ts'
import { snippetOf } from './snippet.ts'
import { STALE_PROMPT } from './stale-prompt.ts'

export interface ShownFile {
  readonly path: string
  readonly hash: string | undefined
  readonly snippet: string
}

/** An entry whose files are others since, with what is shown of them. */
export interface Doubt {
  readonly entry: Entry
  readonly check: StaleCheck
  readonly files: readonly ShownFile[]
  /** Of the text and the files: while they stay the same, so does the answer. */
  readonly name: string
}

export interface DoubtRequest {
  readonly files: ProjectFiles
  readonly maxFiles: number
  readonly snippetLines: number
  readonly counter: TokenCounter
  readonly redact: (text: string) => string
}

/** What rules couldn't decide, and a model may: with the files that the entry itself names, and no other. */
export function doubtOf(entry: Entry, check: StaleCheck, request: DoubtRequest): Doubt | undefined {
  const isOpen = check.status === 'changed' || check.status === 'unknown'
  if (!isOpen || !mayBeShown(entry)) return undefined
  const { files, maxFiles, redact, counter, snippetLines } = request
  const shown = check.seen.slice(0, maxFiles).flatMap((path): readonly ShownFile[] => {
    const text = files.textOf(path)
    if (text === undefined) return []
    const snippet = redact(snippetOf(text, entry.content, { lines: snippetLines, counter }))
    return [{ path, hash: files.hashOf(path), snippet }]
  })
  if (shown.length === 0) return undefined
  const about = [contentHash(entry), ...shown.map(({ path, hash }) => `${path} ${hash}`)]
  return { entry, check, files: shown, name: nameOf(STALE_PROMPT.name, about) }
}

/** Doubts of one category a list, no longer than a call may be. */
export function doubtBatches(doubts: readonly Doubt[], maxEntries: number): readonly (readonly Doubt[])[] {
  const groups = groupBy(
    doubts.toSorted(by(({ entry }) => entry.id, byText)),
    ({ entry }) => `${entry.category} ${entry.scope} ${entry.source.trust}`,
  )
  return [...groups].sort(by(([name]) => name, byText)).flatMap(([, group]) => {
    const batches: (readonly Doubt[])[] = []
    for (let at = 0; at < group.length; at += maxEntries) batches.push(group.slice(at, at + maxEntries))
    return batches
  })
}

/** One entry a line, with what is shown of its files. */
export function doubtLines(doubts: readonly Doubt[], redact: (text: string) => string): string {
  return doubts
    .map(({ entry, files }, place) =>
      JSON.stringify({
        e: aliasOf(place),
        text: redact(entry.content),
        date: formatDate(assertedTo(entry)),
        files: files.map(({ path, snippet }) => ({ file: path, lines: snippet })),
      }),
    )
    .join('\n')
}

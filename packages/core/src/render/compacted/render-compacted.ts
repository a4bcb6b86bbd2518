import { formatDate } from '../../domain/instant.ts'
import { byText, type Order, sortedUnique } from '../../domain/order.ts'
import { type CategoryConfig, orderCategories } from '../categories.ts'
import { GENERATED_NOTICE } from '../generated-notice.ts'
import type { RenderEntry } from '../render-entry.ts'
import { escapeComments, singleLine, wellFormed } from '../single-line.ts'

export interface CompactedFile {
  readonly category: string
  readonly text: string
}

/** The compacted file of each category that has a bullet, in the order of categories. */
export function listCompactedFiles(
  entries: Iterable<RenderEntry>,
  categories: readonly CategoryConfig[],
  inputs: string,
): readonly CompactedFile[] {
  const heads = byCategory(entries)
  return orderCategories(heads.keys(), categories).flatMap(({ name, title }) => {
    const text = renderCompacted(name, title, heads.get(name) ?? [], inputs)
    return text === undefined ? [] : [{ category: name, text }]
  })
}

/**
 * The bytes of `compacted/<category>.md` (`cx1`): one bullet a head, whatever order they come in.
 * Undefined where there is none: such a category has no file. Quarantined text is in no rendered file.
 */
export function renderCompacted(
  category: string,
  title: string,
  entries: Iterable<RenderEntry>,
  inputs: string,
): string | undefined {
  const shown = Array.from(entries)
    .filter((entry) => !entry.quarantined)
    .sort(pinnedAndNewestFirst)
  if (shown.length === 0) return undefined
  const header = renderCompactedHeader({ category, title, live: shown.length, inputs })
  return [header + renderBullet(shown[0] as RenderEntry), ...shown.slice(1).map(renderBullet), ''].join('\n')
}

export interface CompactedHeader {
  readonly category: string
  readonly title: string
  /** How many bullets follow. */
  readonly live: number
  readonly inputs: string
}

/** What stands above the bullets. */
export function renderCompactedHeader({ category, title, live, inputs }: CompactedHeader): string {
  const name = singleLine(category)
  return [
    GENERATED_NOTICE,
    `<!-- varve compacted v1 category=${name} live=${live} inputs=${inputs} -->`,
    `# ${singleLine(title)}`,
    '',
    '',
  ].join('\n')
}

function byCategory(entries: Iterable<RenderEntry>): ReadonlyMap<string, readonly RenderEntry[]> {
  const heads = new Map<string, RenderEntry[]>()
  for (const entry of entries) {
    const members = heads.get(entry.category)
    if (members === undefined) heads.set(entry.category, [entry])
    else members.push(entry)
  }
  return heads
}

const pinnedAndNewestFirst: Order<RenderEntry> = (a, b) =>
  Number(b.pinned) - Number(a.pinned) || b.assertedTo - a.assertedTo || byText(a.id, b.id)

/** A head as a bullet, without the last line feed. Markers and comment end the first line; the rest of the text is indented under it. */
export function renderBullet(entry: RenderEntry): string {
  const [first = '', ...rest] = contentLines(entry.content)
  const comment = `<!-- ${entry.shortId} ${formatDate(entry.assertedTo)} -->`
  const bullet = ['-', first, ...markersOf(entry), comment].filter((part) => part !== '').join(' ')
  return rest.length === 0
    ? bullet
    : [bullet, ...rest.map((line) => (line === '' ? '' : `  ${line}`))].join('\n')
}

function contentLines(content: string): readonly string[] {
  const text = escapeComments(wellFormed(content)).replace(/\r\n?/g, '\n')
  if (!text.includes('\n')) return [text.trimEnd()]
  const lines = text.split('\n').map((line) => line.trimEnd())
  const first = lines.findIndex((line) => line !== '')
  const last = lines.findLastIndex((line) => line !== '')
  return first < 0 ? [] : lines.slice(first, last + 1)
}

function markersOf({ pinned, confidence, stale, conflicts, forks, standsFor }: RenderEntry): string[] {
  const markers: string[] = []
  if (pinned) markers.push('[pinned]')
  if (confidence === 'low') markers.push('[low]')
  if (stale) markers.push('[stale?]')
  if (conflicts.length > 0) markers.push(`[conflict: ${sortedUnique(conflicts).join(', ')}]`)
  if (forks.length > 0) markers.push(`[fork: ${sortedUnique(forks).join(', ')}]`)
  if (standsFor > 0) markers.push(`[merges ${standsFor}]`)
  return markers
}

import { roundHalfAway } from '../../digest/compaction-percent.ts'
import { extractSummary } from '../../digest/extract-summary.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { Issue } from '../../domain/issue.ts'
import { recordHeader, recordLine, summaryLine, warningLine } from '../../render/records/record-line.ts'
import { wellFormed } from '../../render/single-line.ts'
import { parseWordQuery } from '../../words/word-query.ts'
import type { ReadNote } from '../note/read-notes.ts'
import { compactedText, noteJson, noteRecords, noteText } from '../note/shown-note.ts'
import { explainJson, explainLines, explainRecords } from './explain-match.ts'
import type { FoundEntry, SearchResult } from './show-results.ts'

/** A result as it is printed. */
export interface FoundNote extends ReadNote {
  readonly found: FoundEntry
  readonly role: string
  readonly context: string
}

export interface SearchPage extends Omit<SearchResult, 'items'> {
  readonly query: string
  /** The entry that others were compared with, where that was asked instead of words. */
  readonly like?: EntryId
  readonly notes: readonly FoundNote[]
  readonly isExplained: boolean
  readonly issues: readonly Issue[]
}

export function searchJson(page: SearchPage): object {
  const { query, like, isRelaxed, corrected, total, notes, issues, isExplained } = page
  return {
    query: wellFormed(query),
    ...(like !== undefined && { like }),
    relaxed: isRelaxed,
    corrected,
    total,
    ...(page.isCapped && { at_least: true }),
    ...(isEmptyQuery(page) && { note: 'empty_query' }),
    items: notes.map(({ note, role, context, found }) =>
      noteJson(note, {
        role,
        relevance: roundHalfAway(found.relevance, 4),
        match_context: context,
        ...(isExplained && { explain: explainJson(found) }),
      }),
    ),
    issues,
  }
}

export function searchText(page: SearchPage, shortId: (id: EntryId) => string): string {
  const { notes, isRelaxed, corrected, total, isExplained } = page
  if (isEmptyQuery(page)) return 'No words to search for.\n'
  const instead = Object.entries(corrected).map(
    ([word, found]) => `Nothing has "${word}": searched for ${found.join(', ')}`,
  )
  const lines = notes.flatMap((each) => {
    const ids = compactedText(each.note, shortId)
    return [
      noteText(each.note, shortId),
      ...(ids === undefined ? [] : [`  ${ids}`]),
      ...(each.context === each.note.headline ? [] : [`  ${each.context}`]),
      ...(isExplained ? explainLines(each.found, shortId).map((line) => `    ${line}`) : []),
    ]
  })
  const relaxed = isRelaxed && notes.length > 0 ? ['Nothing has all of the words; these have some.'] : []
  const count = `${total} ${total === 1 ? 'result' : 'results'}${page.isCapped ? ' or more' : ''}`
  const cut = notes.length < total ? `, ${notes.length} shown` : ''
  return `${[...instead, ...relaxed, ...lines, `${count}${cut}`].join('\n')}\n`
}

export function searchRecords(page: SearchPage): string {
  const { like, notes, total, isRelaxed, corrected, isExplained, issues } = page
  const header = recordHeader('search', {
    like,
    results: notes.length,
    total,
    relaxed: isRelaxed,
    at_least: page.isCapped ? true : undefined,
    note: isEmptyQuery(page) ? 'empty_query' : undefined,
  })
  const lines = [
    header,
    ...issues.map(({ code, message }) => warningLine(`${code} ${message}`)),
    ...Object.entries(corrected).map(([word, found]) => recordLine('D', ['corrected', word, ...found])),
    ...notes.flatMap(({ note, entry, found }) => [
      ...noteRecords(note),
      summaryLine(note.id, extractSummary(entry)),
      ...(isExplained ? explainRecords(note.id, found) : []),
    ]),
  ]
  return `${lines.join('\n')}\n`
}

/** Told by the query itself: of words that no entry has, the result names none either. */
function isEmptyQuery({ query, like, notes }: SearchPage): boolean {
  return like === undefined && notes.length === 0 && parseWordQuery(query).words.length === 0
}

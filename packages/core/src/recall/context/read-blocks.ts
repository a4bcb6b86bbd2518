import { codePointCount } from '../../counters/code-point-count.ts'
import { extractSummary } from '../../digest/extract-summary.ts'
import { assertedTo, type Entry } from '../../domain/entry.ts'
import { formatDate } from '../../domain/instant.ts'
import { sortedUnique } from '../../domain/order.ts'
import { singleLine, wellFormed } from '../../render/single-line.ts'
import { type NoteSource, type ReadNote, readExpansion, readNotes } from '../note/read-notes.ts'
import type { Block } from './bundle.ts'
import type { Selected } from './selection.ts'

/** A body of more code units has its size told. */
const LARGE_BODY = 65_536

/** Reads the blocks of what was selected, in order, each digest with its sources after it where those are wanted. */
export function readBlocks(source: NoteSource, selected: readonly Selected[]): readonly Block[] {
  const notes = readNotes(source, selected)
  return selected.flatMap(({ id }) => {
    const read = notes.get(id)
    if (read === undefined) return []
    return [read, ...readExpansion(source, read)].map(blockOf)
  })
}

function blockOf({ note, entry }: ReadNote): Block {
  return {
    note,
    body: wellFormed(entry.content),
    isCut: false,
    summary: wellFormed(extractSummary(entry)),
    urls: sortedUnique(entry.refs.flatMap(({ url }) => url ?? [])).map(singleLine),
    origin: originOf(entry),
    trust: entry.source.trust,
    asserted: formatDate(assertedTo(entry)),
    flags: sortedUnique(entry.flags.map(({ kind }) => kind)),
    chars: entry.content.length > LARGE_BODY ? codePointCount(entry.content) : undefined,
    custom: entry.custom,
  }
}

/** `import docs/rules.md:12`, `agent claude` */
function originOf({ source: { kind, agent, file, line, session } }: Entry): string {
  const place = file === undefined ? session : line === undefined ? file : `${file}:${line}`
  return singleLine([kind, agent, place].filter((part) => part !== undefined).join(' '))
}

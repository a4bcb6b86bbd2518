import {
  canonicalJson,
  type Entry,
  type EntryId,
  type ImportRequest,
  type LineageEdge,
  type Link,
  type StoreReader,
  sortedUnique,
} from '@varve/core'
import { originalNote, renderNotes } from '../../export/qipu/export-qipu.ts'
import type { IdentifiedImport } from '../../import/draft-id.ts'
import type { DraftFields } from '../../import/import-format.ts'
import { QIPU_FORMAT } from '../../import/qipu/detect.ts'
import { ONTOLOGY_POLICY } from '../../import/qipu/ontology.ts'
import type { QipuNote, StatedLink } from '../../import/qipu/parse-note.ts'

export interface SettledEntry {
  readonly id: EntryId
  readonly fields: DraftFields
  /** Its file says what the memory says already. */
  readonly isCurrent?: boolean
  /** Fields that the file had and has no longer. */
  readonly unset?: readonly ('value' | 'custom' | 'extra')[]
}

export interface SettledNotes {
  readonly entries: readonly SettledEntry[]
  readonly withdrawn: NonNullable<ImportRequest['withdrawn']>
}

/**
 * Holds each note of a qipu store against what its file said before: only what was changed in the file
 * since is changed here, so that an edit on either side never takes back one on the other.
 */
export function settleNotes(
  reader: StoreReader,
  { entries }: Pick<IdentifiedImport, 'entries'>,
): SettledNotes {
  const rendered = new RenderedNotes(reader)
  const withdrawn = { lineage: [] as LineageEdge[], links: [] as Link[] }
  const settled = entries.map(({ id, fields }): SettledEntry => {
    const known = fields.source.format === QIPU_FORMAT ? reader.entry(id) : undefined
    if (known === undefined || known.purged !== undefined || fields.original === undefined)
      return { id, fields }
    const text = fields.original.text
    if (known.original?.text === text || rendered.textOf(id) === text) return { id, fields, isCurrent: true }
    const ontology = reader.policy(ONTOLOGY_POLICY)
    const [before, after] = [originalNote(known, ontology), originalNote(fields, ontology)]
    if (before === undefined || after === undefined) return { id, fields }
    withdrawn.lineage.push(...goneSources(reader, id, before, after))
    withdrawn.links.push(...goneLinks(reader, id, before, after))
    return merged(known, before.fields, fields)
  })
  return { entries: settled, withdrawn }
}

/** What an export would write, rendered when a file first asks for it. */
class RenderedNotes {
  readonly #reader: StoreReader
  #texts: ReadonlyMap<string, string> | undefined

  constructor(reader: StoreReader) {
    this.#reader = reader
  }

  textOf(id: EntryId): string | undefined {
    this.#texts ??= this.#render()
    return this.#texts.get(id)
  }

  #render(): ReadonlyMap<string, string> {
    const ontology = this.#reader.policy(ONTOLOGY_POLICY)
    const entries = [...this.#reader.entries({ visibility: 'all' })].filter((entry) => !entry.purged)
    const notes = renderNotes({
      entries,
      lineage: this.#reader.lineage({}),
      links: this.#reader.links({}),
      ...(ontology === undefined ? {} : { ontology }),
    })
    return new Map(notes.map(({ entry, text }) => [entry.id, text]))
  }
}

/** Three ways: what the file changed is taken, all else stays as it is here. */
function merged(known: Entry, before: DraftFields, after: DraftFields): SettledEntry {
  const isChanged = (name: FieldName): boolean =>
    canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null)
  const stays = (name: FieldName): boolean => name !== 'source' && name !== 'original' && !isChanged(name)
  const names = new Set<FieldName>([...(Object.keys(after) as FieldName[]), 'title', 'summary'])
  const values = [...names].map((name) => [name, stays(name) ? known[name] : after[name]] as const)
  const stated = Object.fromEntries(values.filter(([, value]) => value !== undefined))
  return {
    id: known.id,
    // The fields of `after`, under their own names.
    fields: { ...(stated as unknown as DraftFields), tags: mergedTags(known.tags, before.tags, after.tags) },
    unset: (['value', 'custom', 'extra'] as const).filter(
      (name) => isChanged(name) && after[name] === undefined,
    ),
  }
}

type FieldName = keyof DraftFields

function mergedTags(
  known: readonly string[],
  before: readonly string[],
  after: readonly string[],
): readonly string[] {
  const kept = known.filter((tag) => after.includes(tag) || !before.includes(tag))
  return sortedUnique([...kept, ...after.filter((tag) => !before.includes(tag))])
}

/** Ids in a file are the file's own; an entry that had to take another one is found by what it lists. */
function goneSources(
  reader: StoreReader,
  id: EntryId,
  before: QipuNote,
  after: QipuNote,
): readonly LineageEdge[] {
  const gone = before.compacts.filter((under) => !after.compacts.includes(under))
  return gone.flatMap((under) => reader.lineage({ top: id, under }).filter(({ kind }) => kind === 'digests'))
}

function goneLinks(reader: StoreReader, id: EntryId, before: QipuNote, after: QipuNote): readonly Link[] {
  const isThere = (link: StatedLink): boolean =>
    after.links.some((other) => other.type === link.type && other.id === link.id)
  return before.links
    .filter((link) => !isThere(link))
    .flatMap((link) =>
      reader
        .links({ from: id, to: link.id })
        .filter(({ type, source }) => type === link.type && source === 'typed'),
    )
}

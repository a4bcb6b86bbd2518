import { byText, type EntryId, entryId, type Issue, isEntryId, type Link, sha256, uuidV5 } from '@varve/core'
import type {
  DraftFields,
  DraftKey,
  DraftLineage,
  DraftPolicy,
  DraftReview,
  DraftSighting,
  DraftUse,
  ImportDraft,
  ParsedImport,
} from './import-format.ts'

/** Id of a draft whose source gives it none: the same file and text give the same id again. */
export function deriveDraftId(project: string, key: DraftKey): EntryId {
  return entryId(uuidV5(['varve/import/1', project, key.source, key.key, key.occurrence].join('\n')))
}

/** Id of an entry whose own id another one of the import has already. */
export function duplicateDraftId(id: string, text: string): EntryId {
  return entryId(uuidV5(`varve/duplicate-id/1\n${id}\n${sha256(text)}`))
}

/** Counts drafts of one source and key, so that equal texts stay apart. */
export function keyCounter(): (source: string, key: string) => DraftKey {
  const seen = new Map<string, number>()
  return (source, key) => {
    const name = `${source}\n${key}`
    const occurrence = (seen.get(name) ?? 0) + 1
    seen.set(name, occurrence)
    return { source, key, occurrence }
  }
}

/** An import with every name resolved to an entry's id. */
export interface IdentifiedImport {
  readonly entries: readonly { readonly id: EntryId; readonly fields: DraftFields }[]
  readonly lineage: readonly (Omit<DraftLineage, 'top' | 'under'> & {
    readonly top: EntryId
    readonly under: EntryId
  })[]
  readonly links: readonly Link[]
  readonly flags: readonly (Omit<ParsedImport['flags'][number], 'ref'> & { readonly id: EntryId })[]
  readonly retracted: readonly EntryId[]
  readonly sightings: readonly (Omit<DraftSighting, 'ref'> & { readonly id: EntryId })[]
  readonly uses: readonly (Omit<DraftUse, 'ref'> & { readonly id: EntryId })[]
  readonly reviews: readonly DraftReview[]
  readonly policies: readonly DraftPolicy[]
  readonly issues: readonly Issue[]
}

/** Gives every draft its id and turns names into ids. Edges to names that are no ids become issues. */
export function identifyDrafts(parsed: ParsedImport, project: string): IdentifiedImport {
  const { entries, byRef, issues } = assignIds(parsed.drafts, project)
  const resolve = (ref: string): EntryId | undefined => byRef.get(ref) ?? (isEntryId(ref) ? ref : undefined)
  const missing = new Set<string>()
  const own = new Set<string>()
  const both = <T>(
    [a, b]: readonly [string, string],
    mayBeOne: boolean,
    make: (a: EntryId, b: EntryId) => T,
  ): readonly T[] => {
    const [first, second] = [resolve(a), resolve(b)]
    if (first !== undefined && first === second && !mayBeOne) own.add(first)
    else if (first !== undefined && second !== undefined) return [make(first, second)]
    if (first === undefined) missing.add(a)
    if (second === undefined) missing.add(b)
    return []
  }
  const lineage = parsed.lineage.flatMap(({ top, under, ...edge }) =>
    // A digest of itself is a fault of the store it is from: it is kept, and named by stage 1.
    both([top, under], edge.kind === 'digests', (topId, underId) => ({
      ...edge,
      top: topId,
      under: underId,
    })),
  )
  const named = <T extends { readonly ref: string }>({ ref, ...rest }: T) => {
    const id = resolve(ref)
    return id === undefined ? [] : [{ ...rest, id }]
  }
  const links = parsed.links.flatMap(({ from, to, type, source }) =>
    both([from, to], false, (fromId, toId) => ({ from: fromId, to: toId, type, source })),
  )
  return {
    entries,
    lineage,
    links,
    flags: parsed.flags.flatMap(named),
    retracted: parsed.retracted.flatMap((ref) => resolve(ref) ?? []),
    policies: parsed.policies ?? [],
    sightings: (parsed.sightings ?? []).flatMap(named),
    uses: (parsed.uses ?? []).flatMap(named),
    reviews: parsed.reviews ?? [],
    issues: [
      ...parsed.issues,
      ...issues,
      ...unresolved([...missing].sort(byText)),
      ...selfEdges([...own].sort(byText)),
    ],
  }
}

function assignIds(drafts: readonly ImportDraft[], project: string) {
  const entries: { readonly id: EntryId; readonly fields: DraftFields }[] = []
  const byRef = new Map<string, EntryId>()
  const taken = new Set<EntryId>()
  const issues: Issue[] = []
  for (const draft of drafts) {
    let id = draft.id ?? deriveDraftId(project, draft.key)
    if (taken.has(id)) {
      const { source, key, occurrence } = draft.key
      issues.push(duplicateId(id, source))
      id = duplicateDraftId(id, [source, key, occurrence, draft.fields.content].join('\n'))
    }
    taken.add(id)
    if (!byRef.has(draft.ref)) byRef.set(draft.ref, id)
    entries.push({ id, fields: draft.fields })
  }
  return { entries, byRef, issues }
}

function duplicateId(id: string, file: string): Issue {
  return {
    code: 'duplicate_id',
    severity: 'error',
    subjects: [id, file],
    message: `id ${id} is in the import more than once; the one in ${file} got an id of its own`,
    fix: [`varve show ${id} --raw`],
  }
}

function selfEdges(ids: readonly string[]): readonly Issue[] {
  if (ids.length === 0) return []
  return [
    {
      code: 'self_reference',
      severity: 'info',
      subjects: ids,
      message: `${ids.length} entries of the import point at themselves; that was left out`,
      fix: [],
    },
  ]
}

function unresolved(names: readonly string[]): readonly Issue[] {
  if (names.length === 0) return []
  return [
    {
      code: 'unresolved_reference',
      severity: 'info',
      subjects: names,
      message: `${names.length} names that entries of the import point at are no entries`,
      fix: [],
    },
  ]
}

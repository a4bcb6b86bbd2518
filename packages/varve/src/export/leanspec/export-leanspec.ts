import {
  by,
  byText,
  canonicalJson,
  type Entry,
  isEntryId,
  type Json,
  type JsonObject,
  type LineageKind,
} from '@varve/core'
import { lineageOf } from '../../import/leanspec/parse.ts'
import {
  LEANSPEC_MEMBERS,
  type LeanspecEntry,
  parseLeanspecEntry,
} from '../../import/leanspec/parse-entry.ts'
import type { ExportedMemory, ExportFile } from '../export-file.ts'
import { takeFileName } from './file-names.ts'
import { type LeanspecFacts, type LeanspecFields, leanspecObject } from './render-entry.ts'

export interface LeanspecOptions {
  /** Leaves out the `varve` member. */
  readonly isStrict?: boolean
  /** Retracted entries too. */
  readonly withRetracted?: boolean
  /** Names that are taken in the folder already. */
  readonly taken?: Iterable<string>
}

interface Edge {
  readonly kind: LineageKind
  readonly top: string
  readonly under: string
}

/**
 * Writes entries as LeanSpec files. One that was imported and is as it was then is written as the
 * bytes it came as; one that changed keeps its name, its members' order and what LeanSpec alone knows.
 */
export function exportLeanspec(
  memory: Pick<ExportedMemory, 'entries' | 'lineage'>,
  options: LeanspecOptions = {},
): readonly ExportFile[] {
  const entries = memory.entries
    .filter((entry) => options.withRetracted === true || entry.state === 'active')
    .sort(by((entry) => entry.id, byText))
  const originals = originalsOf(memory.entries)
  const now = indexLineage(memory.lineage)
  const then = indexLineage(
    [...originals].flatMap(([id, original]) => lineageOf(id, original).filter(isEdge)),
  )
  const taken = new Set([...(options.taken ?? [])].map((name) => name.toLowerCase()))
  for (const { original } of entries) if (original !== undefined) taken.add(original.file.toLowerCase())
  return entries
    .map((entry): ExportFile => {
      const original = originals.get(entry.id)
      const facts = factsOf(entry, now)
      const isStrict = options.isStrict === true
      if (original === undefined || entry.original === undefined) {
        const text = renderFile(leanspecObject(entry, facts, isStrict))
        return { path: `entries/${takeFileName(entry, taken)}`, text }
      }
      const before = leanspecObject(asImported(entry, original), factsThen(entry, original, then), isStrict)
      const after = leanspecObject(entry, facts, isStrict)
      const isUnchanged = canonicalJson(before) === canonicalJson(after)
      const text = isUnchanged
        ? entry.original.text
        : renderFile(changedObject(original.value, before, after))
      return { path: `entries/${entry.original.file}`, text }
    })
    .sort(by((file) => file.path, byText))
}

/** What an import makes lineage of: two entries that can be. */
function isEdge({ top, under }: Edge): boolean {
  return top !== under && isEntryId(top) && isEntryId(under)
}

function originalsOf(entries: readonly Entry[]): ReadonlyMap<string, LeanspecEntry> {
  const originals = new Map<string, LeanspecEntry>()
  for (const { id, original, source } of entries) {
    if (original === undefined || source.format !== 'leanspec') continue
    const place = { format: 'leanspec', file: original.file, line: 1, trust: source.trust }
    const parsed = parseLeanspecEntry(original.text, place)
    if (parsed.kind === 'entry') originals.set(id, parsed.entry)
  }
  return originals
}

interface LineageIndex {
  readonly supersedes: ReadonlyMap<string, readonly string[]>
  readonly sources: ReadonlyMap<string, readonly string[]>
  readonly mergedInto: ReadonlyMap<string, readonly string[]>
}

function indexLineage(lineage: readonly Edge[]): LineageIndex {
  const of = (kind: string): readonly Edge[] => lineage.filter((edge) => edge.kind === kind)
  return {
    supersedes: group(of('supersedes'), 'top', 'under'),
    sources: group(of('merges'), 'top', 'under'),
    mergedInto: group(of('merges'), 'under', 'top'),
  }
}

function group(
  edges: readonly Edge[],
  name: 'top' | 'under',
  other: 'top' | 'under',
): ReadonlyMap<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const edge of edges) {
    const list = groups.get(edge[name])
    if (list === undefined) groups.set(edge[name], [edge[other]])
    else list.push(edge[other])
  }
  return groups
}

function factsOf(entry: Entry, lineage: LineageIndex): LeanspecFacts {
  const stale = entry.flags.find((flag) => flag.kind === 'stale')
  return {
    ...edgesOf(entry.id, lineage),
    ...(stale === undefined ? {} : { staleReason: stale.reason }),
    isRetracted: entry.state === 'retracted',
  }
}

function factsThen(entry: Entry, original: LeanspecEntry, lineage: LineageIndex): LeanspecFacts {
  const { staleReason, isRetracted } = original
  return {
    ...edgesOf(entry.id, lineage),
    ...(staleReason === undefined ? {} : { staleReason }),
    isRetracted,
  }
}

function edgesOf(id: string, lineage: LineageIndex): Omit<LeanspecFacts, 'staleReason' | 'isRetracted'> {
  const mergedInto = [...(lineage.mergedInto.get(id) ?? [])].sort(byText)[0]
  return {
    supersedes: lineage.supersedes.get(id) ?? [],
    sources: lineage.sources.get(id) ?? [],
    ...(mergedInto === undefined ? {} : { mergedInto }),
  }
}

/** The entry as its import made it: id and scope are not the file's to say. */
function asImported(entry: Entry, original: LeanspecEntry): LeanspecFields {
  const { id, scope, created } = entry
  return { created, ...original.fields, id, scope }
}

/** The original's members, with those that differ now replaced, added or left out. */
function changedObject(original: JsonObject, before: JsonObject, after: JsonObject): JsonObject {
  const members = new Map<string, Json>(Object.entries(original))
  for (const name of Object.keys({ ...before, ...after })) {
    const [then, now] = [own(before, name), own(after, name)]
    if (canonicalJson(then) === canonicalJson(now)) continue
    if (now === undefined) members.delete(name)
    else members.set(name, now)
  }
  const id = own(after, 'id')
  if (id !== undefined) members.set('id', id)
  return Object.fromEntries(inPlace(members, Object.keys(original)))
}

function own(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** New members go behind the one that stands before them in the format's order. */
function inPlace(
  members: ReadonlyMap<string, Json>,
  order: readonly string[],
): readonly (readonly [string, Json])[] {
  const names = order.filter((name) => members.has(name))
  for (const name of members.keys()) {
    if (names.includes(name)) continue
    const rank = LEANSPEC_MEMBERS.indexOf(name)
    const before = names.findLastIndex((each) => {
      const other = LEANSPEC_MEMBERS.indexOf(each)
      return other !== -1 && other < rank
    })
    names.splice(rank === -1 ? names.length : before + 1, 0, name)
  }
  return names.flatMap((name) => {
    const value = members.get(name)
    return value === undefined ? [] : [[name, value] as const]
  })
}

function renderFile(object: JsonObject): string {
  return `${JSON.stringify(object, null, 2)}\n`
}

import type {
  EntryFields,
  EntryId,
  FlagKind,
  Instant,
  Issue,
  JsonObject,
  Judgement,
  LineageKind,
  Link,
  QuarantinedItem,
  Scope,
  Since,
  Source,
  Trust,
} from '@varve/core'

/** A file as it was read. `path` is relative to the source's root, with `/` between its parts. */
export interface SourceFile {
  readonly path: string
  readonly bytes: Uint8Array
  /** The instruction file that takes it in by an `@path` reference. */
  readonly referencedBy?: string
}

/** What an import reads: files, already in memory. */
export interface ImportSource {
  /** Folder that paths begin with but that is no part of the project: '' where the files lie in it. */
  readonly root: string
  /** Trust of entries for which the source states none. */
  readonly trust: Trust
  /** By path. */
  readonly files: readonly SourceFile[]
  /** Notes that are here already, for formats whose links go by name. */
  readonly known?: () => readonly KnownNote[]
  /** Whether side stores are read too, for formats that have some. */
  readonly withWorkspaces?: boolean
}

/** A note that an earlier import took in. */
export interface KnownNote {
  readonly id: EntryId
  readonly file: string
  readonly title: string
  readonly content: string
  /** Its front matter. */
  readonly data: JsonObject
}

/** What a format states about an entry. A scope or a date that it lacks is the importer's to give. */
export type DraftFields = Omit<EntryFields, 'scope' | 'created'> & {
  readonly created?: Instant
  readonly scope?: Scope
}

/** Where two drafts without ids of their own differ: an id is derived from all three. */
export interface DraftKey {
  /** The file it is from. */
  readonly source: string
  readonly key: string
  /** 1 for the first draft of this source and key. */
  readonly occurrence: number
}

/** An entry as a source holds it. */
export interface ImportDraft {
  /** Its name within this import: what links and lineage point with. */
  readonly ref: string
  /** As the source states it. */
  readonly id?: EntryId
  readonly key: DraftKey
  readonly fields: DraftFields
}

/** `top` and `under` are names of drafts, or ids of entries outside this import. */
export interface DraftLineage {
  readonly kind: LineageKind
  readonly top: string
  readonly under: string
  /** Content hash of `under` when the edge was made, as far as the source knows; `unknown` counts as changed. */
  readonly source_hash?: string
  /** What the guard said of it there. */
  readonly guard?: Judgement
  /** Who stated it when, where the source says so. */
  readonly since?: Since
}

export interface DraftLink {
  readonly from: string
  readonly to: string
  readonly type: string
  readonly source: Link['source']
}

export interface DraftFlag {
  readonly ref: string
  readonly kind: FlagKind
  readonly reason: string
  readonly evidence?: JsonObject
  readonly since?: Since
}

export interface DraftSighting {
  readonly ref: string
  readonly occasion: string
  readonly source: Source
  readonly since: Since
}

/** That a draft was asked for so often, as far as its source counted. */
export interface DraftUse {
  readonly ref: string
  /** The last time. */
  readonly at: Instant
  readonly count: number
}

export interface DraftReview {
  readonly id: string
  readonly decision: JsonObject
}

export interface DraftPolicy {
  readonly name: string
  readonly value: JsonObject
}

/** What could not become an entry; when it was found is the importer's to say. */
export type QuarantinedDraft = Omit<QuarantinedItem, 'at'>

/** All that a format found in a source, as plain data. Nothing of the source is left out. */
export interface ParsedImport {
  readonly drafts: readonly ImportDraft[]
  readonly lineage: readonly DraftLineage[]
  readonly links: readonly DraftLink[]
  readonly flags: readonly DraftFlag[]
  /** Drafts that the source holds as withdrawn. */
  readonly retracted: readonly string[]
  readonly sightings?: readonly DraftSighting[]
  readonly uses?: readonly DraftUse[]
  readonly reviews?: readonly DraftReview[]
  readonly quarantined: readonly QuarantinedDraft[]
  readonly issues: readonly Issue[]
  /** What the project agreed on, found beside the entries: its words for types and links. */
  readonly policies?: readonly DraftPolicy[]
  /** Settings found beside the entries: proposed to the person, never applied by themselves. */
  readonly settings?: JsonObject
}

/** One kind of store that knowledge can be taken in from. */
export interface ImportFormat {
  readonly name: string
  /** For people: `Claude Code auto-memory`. */
  readonly title: string
  /** The paths among the source's files that are of this format, told by name and content. */
  detect(source: ImportSource): readonly string[]
  /** Whether it reads a file that other formats have no use for. `isNamed`: the path was given as of this format. */
  readsToo?(path: string, isNamed: boolean): boolean
  /** Reads every file of the source as this format. */
  parse(source: ImportSource): ParsedImport
}

export const NOTHING: ParsedImport = {
  drafts: [],
  lineage: [],
  links: [],
  flags: [],
  retracted: [],
  quarantined: [],
  issues: [],
}

/** What several files gave, one after the other. */
export function joinImports(parts: readonly ParsedImport[]): ParsedImport {
  const policies = parts.flatMap((part) => part.policies ?? [])
  return {
    ...(policies.length === 0 ? {} : { policies }),
    drafts: parts.flatMap((part) => part.drafts),
    lineage: parts.flatMap((part) => part.lineage),
    links: parts.flatMap((part) => part.links),
    flags: parts.flatMap((part) => part.flags),
    retracted: parts.flatMap((part) => part.retracted),
    sightings: parts.flatMap((part) => part.sightings ?? []),
    uses: parts.flatMap((part) => part.uses ?? []),
    reviews: parts.flatMap((part) => part.reviews ?? []),
    quarantined: parts.flatMap((part) => part.quarantined),
    issues: parts.flatMap((part) => part.issues),
  }
}

import { type ResolvedView, resolveView } from '../../src/compact/resolve-view.ts'
import type { Confidence, Trust } from '../../src/domain/entry.ts'
import { type EntryId, entryId } from '../../src/domain/ids.ts'
import type { LineageEdge, LineageKind } from '../../src/domain/lineage.ts'
import { textKey } from '../../src/guard/normalise/text-key.ts'
import type { CompactionRow } from '../../src/ports/store.ts'

/** An entry of a case: its text is its id unless told. */
export interface Written {
  readonly t?: number
  readonly text?: string
  readonly supersedes?: readonly string[]
  readonly merges?: readonly string[]
  readonly digests?: readonly string[]
  readonly consolidates?: readonly string[]
  readonly duplicates?: readonly string[]
  readonly retracted?: true
  readonly forgotten?: true
  readonly titled?: true
  readonly confidence?: Confidence
  readonly trust?: Trust
  readonly category?: string
  readonly slot?: string
  readonly scope?: string
  readonly tags?: readonly string[]
}
export type Case = Readonly<Record<string, Written>>

const KINDS = ['supersedes', 'merges', 'digests', 'consolidates', 'duplicates'] as const

export function rowOf(id: string, written: Written): CompactionRow {
  return {
    id: entryId(id),
    scope: written.scope ?? 'project',
    category: written.category ?? 'conventions',
    titled: written.titled ?? false,
    text_key: textKey(written.text ?? `text of ${id}`) ?? null,
    slot: written.slot ?? null,
    at: written.t ?? 1,
    confidence: written.confidence ?? 'medium',
    trust: written.trust ?? 'agent',
    pinned: false,
    retracted: written.retracted ?? false,
    forgotten: written.forgotten ?? false,
    tags: written.tags ?? [],
    content_hash: '',
    marks: '',
  }
}

export function edgeOf(kind: LineageKind, top: string, under: string): LineageEdge {
  return { kind, top: top as EntryId, under: under as EntryId, recorded: 1, by: 'test' }
}

export function rowsOf(entries: Case): CompactionRow[] {
  return Object.entries(entries).map(([id, written]) => rowOf(id, written))
}

export function edgesOf(entries: Case): LineageEdge[] {
  return Object.entries(entries).flatMap(([top, written]) =>
    KINDS.flatMap((kind) => (written[kind] ?? []).map((under) => edgeOf(kind, top, under))),
  )
}

export function resolve(entries: Case): ResolvedView {
  return resolveView(rowsOf(entries), edgesOf(entries))
}

/** What the reference's tables say of a view: heads, `id reason by` of the hidden, `code subjects` of the issues. */
export function summaryOf(view: ResolvedView): {
  readonly heads: string
  readonly hidden: readonly string[]
  readonly issues: readonly string[]
} {
  return {
    heads: view.heads.join(' '),
    hidden: view.views.flatMap(({ id, hidden }) =>
      hidden === undefined ? [] : [`${id} ${hidden.reason} ${hidden.by ?? '-'}`],
    ),
    issues: view.issues.map((issue) => `${issue.code} ${issue.subjects.join(' ')}`),
  }
}

import type { Entry, EntryText } from '../../domain/entry.ts'
import type { EntryId } from '../../domain/ids.ts'
import { by, byText, inOrder, sortedUnique } from '../../domain/order.ts'
import { type Anchor, type AnchorType, anchorKey } from '../../guard/anchors/anchor.ts'
import type { ContentItem } from '../../guard/relations/items/content-item.ts'
import { isGrounded } from '../../guard/rewrite/grounding.ts'
import { type ReadStatement, readStatement } from '../../guard/rewrite/read-statement.ts'
import { listEvidence } from './list-evidence.ts'

/** What a digest left out of its sources. */
export interface MissingEvidence {
  readonly class: AnchorType | 'negation'
  /** As it stands in the first of the sources that have it. */
  readonly value: string
  /** Sorted. */
  readonly sources: readonly EntryId[]
}

/** How much of its sources' evidence a digest kept: each anchor and each denial once. */
export interface EvidenceKept {
  readonly anchors: {
    readonly total: number
    readonly kept: number
    /** `[kept, total]`, by class. */
    readonly byClass: Readonly<Record<string, readonly [kept: number, total: number]>>
    /** By class, then value. */
    readonly missing: readonly MissingEvidence[]
  }
  readonly negations: {
    readonly total: number
    readonly kept: number
    readonly missing: readonly MissingEvidence[]
  }
}

interface Piece {
  readonly class: MissingEvidence['class']
  readonly value: string
  readonly isKept: boolean
  readonly sources: EntryId[]
}

/**
 * Compares a digest with its sources by what an agent would miss: anchors, and what is denied. Agents
 * lose evidence by compaction rather than conclusions.
 */
export function measureEvidence(digest: EntryText, sources: readonly Entry[]): EvidenceKept {
  const output = readStatement(wholeText(digest))
  const anchors = new Map<string, Piece>()
  const negations = new Map<string, Piece>()
  for (const source of sources) {
    const text = withoutWikiLinks(wholeText(source))
    const statement = readStatement(text)
    const evidence = listEvidence(statement, source.title !== undefined || text.startsWith('#'))
    for (const anchor of evidence) note(anchors, source.id, anchorPiece(anchor, output))
    for (const { text: key, start, end } of negatedTerms(statement)) {
      const value = statement.text.slice(start, end)
      note(negations, source.id, { key, class: 'negation', value, isKept: denies(output, key) })
    }
  }
  const byClass = countByClass([...anchors.values()])
  return {
    anchors: { ...summed([...anchors.values()]), byClass },
    negations: summed([...negations.values()]),
  }
}

/** Title, summary and body: all that an entry says. */
export function wholeText({ title, summary, content }: EntryText): string {
  return [title, summary, content].filter((part) => part !== undefined && part !== '').join('\n\n')
}

/** A text without links to other entries: their ids are no evidence. */
export function withoutWikiLinks(text: string): string {
  return text.replace(/\[\[[^\][\n]*\]\]/g, ' ')
}

function anchorPiece(
  anchor: Anchor,
  output: ReadStatement,
): Omit<Piece, 'sources'> & { readonly key: string } {
  const { type, raw } = anchor
  return { key: anchorKey(anchor), class: type, value: raw, isKept: isGrounded(anchor, output) }
}

/** What negators bear on: the first item of each scope, and each further member of a list. */
function negatedTerms({ negation }: ReadStatement): readonly ContentItem[] {
  return negation.scopes.flatMap(({ heads }) => heads)
}

function denies({ negation }: ReadStatement, term: string): boolean {
  return negation.scopes.some(({ items }) => items.some(({ text }) => text === term))
}

function note(
  pieces: Map<string, Piece>,
  source: EntryId,
  { key, ...piece }: Omit<Piece, 'sources'> & { readonly key: string },
): void {
  const known = pieces.get(key)
  if (known === undefined) pieces.set(key, { ...piece, sources: [source] })
  else if (!known.sources.includes(source)) known.sources.push(source)
}

function summed(pieces: readonly Piece[]): EvidenceKept['negations'] {
  const missing = pieces
    .filter((piece) => !piece.isKept)
    .map((piece) => ({ class: piece.class, value: piece.value, sources: piece.sources.toSorted(byText) }))
  return {
    total: pieces.length,
    kept: pieces.length - missing.length,
    missing: missing.sort(
      inOrder(
        by((piece) => piece.class, byText),
        by((piece) => piece.value, byText),
      ),
    ),
  }
}

function countByClass(pieces: readonly Piece[]): EvidenceKept['anchors']['byClass'] {
  const classes = sortedUnique(pieces.map((piece) => piece.class))
  return Object.fromEntries(
    classes.map((name) => {
      const ofClass = pieces.filter((piece) => piece.class === name)
      return [name, [ofClass.filter(({ isKept }) => isKept).length, ofClass.length] as const]
    }),
  )
}

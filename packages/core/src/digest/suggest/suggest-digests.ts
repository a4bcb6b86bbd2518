import type { OpenView } from '../../compact/open-view.ts'
import { codePointCount } from '../../counters/code-point-count.ts'
import { type Entry, hasFlag, type Ref, valueOrUsual } from '../../domain/entry.ts'
import type { StoreReader } from '../../ports/store.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'
import { contractedGraph } from '../graph/contracted-graph.ts'
import type { Clump } from './clump.ts'
import type { SuggestRules } from './rules.ts'
import { suggestFromNotes } from './suggest-from-notes.ts'
import type { SuggestionNote } from './suggestion-note.ts'

const MAP_TYPES: ReadonlySet<string> = new Set(['map', 'moc'])
/** Forms to fill in: they say nothing that a digest could keep. */
const FORM_TYPE = 'template'

/**
 * Which entries of the resolved view one digest could stand in for, best first. What is under a digest
 * is not shown, and so is never suggested again; the digest itself may be, for one above it.
 */
export function suggestDigests(
  reader: StoreReader,
  view: OpenView,
  counter: TokenCounter,
  rules: SuggestRules,
): readonly Clump[] {
  const views = view.allViews()
  const notes: SuggestionNote[] = []
  for (const entry of view.entries({ visibility: 'heads' })) {
    if (isSuggestible(entry, rules)) {
      notes.push({ ...noteOf(entry, counter), isDigest: (views.get(entry.id)?.stands_for ?? 0) > 0 })
    }
  }
  const { edges } = contractedGraph(views, reader.links({}))
  return suggestFromNotes(notes, edges, rules)
}

/** A text that isn't trusted stands aside until somebody vouches for it. */
function isSuggestible(entry: Entry, { includeMaps }: SuggestRules): boolean {
  if (entry.type === FORM_TYPE || hasFlag(entry, 'untrusted')) return false
  return includeMaps || !MAP_TYPES.has(entry.type)
}

function noteOf(entry: Entry, counter: TokenCounter): Omit<SuggestionNote, 'isDigest'> {
  const { id, title, content, tags, refs } = entry
  const text = title === undefined ? content : `${title}\n${content}`
  return {
    id,
    title: title ?? '',
    body: content,
    tags,
    refs: refs.flatMap((ref) => labelOf(ref) ?? []),
    value: valueOrUsual(entry),
    tokens: counter.count(text),
    characters: codePointCount(text),
  }
}

/** What two references have in common where they speak of one thing. */
function labelOf({ path, symbol, url, commit }: Ref): string | undefined {
  if (path !== undefined) return `path ${path}`
  if (url !== undefined) return `url ${url}`
  if (symbol !== undefined) return `symbol ${symbol}`
  return commit === undefined ? undefined : `commit ${commit}`
}

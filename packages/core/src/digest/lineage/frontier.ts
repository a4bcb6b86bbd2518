import type { EntryId } from '../../domain/ids.ts'
import { byText } from '../../domain/order.ts'
import type { Digests } from './open-digests.ts'

/** One step of the tree under a digest. */
export interface TreeStep {
  readonly from: EntryId
  readonly to: EntryId
  readonly depth: number
  /** Reached before: not expanded again. */
  readonly seen?: true
}

/** What lies under a digest down to a depth: breadth first, within a depth by id. */
export function treeUnder(digests: Digests, digest: EntryId, maxDepth: number): readonly TreeStep[] {
  const steps: TreeStep[] = []
  const seen = new Set([digest])
  let level: readonly EntryId[] = [digest]
  for (let depth = 1; depth <= maxDepth && level.length > 0; depth++) {
    const next: EntryId[] = []
    for (const from of level) {
      for (const to of digests.sourcesOf(from)) {
        if (seen.has(to)) {
          steps.push({ from, to, depth, seen: true })
          continue
        }
        seen.add(to)
        next.push(to)
        steps.push({ from, to, depth })
      }
    }
    level = next.sort(byText)
  }
  return steps
}

/**
 * What a digest stands for at a depth: each digest above it is replaced by its sources, and what has
 * none stays. Counting a digest together with its sources would count them twice.
 */
export function frontierOf(digests: Digests, digest: EntryId, depth: number): readonly EntryId[] {
  const frontier = new Set<EntryId>()
  const seen = new Set([digest])
  let level: readonly EntryId[] = [digest]
  for (let step = 0; step <= depth && level.length > 0; step++) {
    const next: EntryId[] = []
    for (const id of level) {
      const sources = step < depth ? digests.sourcesOf(id) : []
      if (sources.length === 0 && id !== digest) frontier.add(id)
      for (const source of sources) {
        if (!seen.has(source)) next.push(source)
        seen.add(source)
      }
    }
    level = next
  }
  return [...frontier]
}

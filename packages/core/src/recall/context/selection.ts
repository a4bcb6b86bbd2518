import type { EntryId } from '../../domain/ids.ts'
import type { WalkRules } from '../graph/walk.ts'
import type { CustomFilter } from './custom-filter.ts'

/** What a bundle is made of. Groups are added in the order of the members; each entry is taken once. */
export interface Selection {
  readonly notes: readonly EntryId[]
  readonly roots: readonly EntryId[]
  /** Follows the links of what a root leads to as well. */
  readonly isTransitive: boolean
  readonly walk: { readonly root: EntryId; readonly rules: WalkRules } | undefined
  readonly query: string | undefined
  /** Entries of any of these tags, and of any of these categories. */
  readonly tags: readonly string[]
  readonly categories: readonly string[]
  /** Filters of all but `notes`; alone, they select. */
  readonly minimumValue: number | undefined
  readonly filters: readonly CustomFilter[]
  /** What leads to all of the above. */
  readonly hasBacklinks: boolean
  /** What is at least so like any of the above, 0–1. */
  readonly relatedAt: number | undefined
}

/** An entry of a bundle, and what it was met by. */
export interface Selected {
  readonly id: EntryId
  readonly via?: EntryId | undefined
}

/** Whether there is anything to select by. */
export function isEmptySelection(selection: Selection): boolean {
  const { notes, roots, walk, query, tags, categories, minimumValue, filters } = selection
  const lists = [notes, roots, tags, categories, filters]
  return (
    lists.every((list) => list.length === 0) &&
    walk === undefined &&
    query === undefined &&
    minimumValue === undefined
  )
}

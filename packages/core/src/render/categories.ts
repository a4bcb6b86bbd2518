import { by, byNumber, byText, inOrder, sortedUnique } from '../domain/order.ts'
import { singleLine } from './single-line.ts'

/** A category as `memory.categories` names it. */
export interface CategoryConfig {
  readonly name: string
  readonly title?: string
  /** Share of the index; 0 keeps it out. */
  readonly weight?: number
}

export interface Category {
  readonly name: string
  readonly title: string
}

const UNCATEGORISED = 'uncategorised'

/** The given categories as files and sections list them: configured order, then by name, uncategorised last. */
export function orderCategories(
  names: Iterable<string>,
  configured: readonly CategoryConfig[],
): readonly Category[] {
  const places = new Map(configured.map((category, place) => [category.name, place]))
  const placeOf = (name: string) => places.get(name) ?? configured.length + (name === UNCATEGORISED ? 1 : 0)
  return sortedUnique(names)
    .sort(inOrder(by(placeOf, byNumber), byText))
    .map((name) => ({ name, title: categoryTitle(name, configured) }))
}

/** The configured title, or the name in words: `my-notes` → `My notes`. */
export function categoryTitle(name: string, configured: readonly CategoryConfig[]): string {
  const title = configured.find((category) => category.name === name)?.title
  if (title !== undefined) return singleLine(title)
  if (name === UNCATEGORISED) return 'Other'
  const words = singleLine(name.replaceAll('-', ' '))
  const [first = ''] = words
  // Not toLocaleUpperCase: a title reads the same on every machine.
  return first.toUpperCase() + words.slice(first.length)
}

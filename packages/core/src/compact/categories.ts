import { by, byNumber, byText, inOrder } from '../domain/order.ts'

/** A category as configured: its place in the list is its place in every file. */
export interface CategoryConfig {
  readonly name: string
  readonly title?: string
}

/** The categories that every project has, in their order. */
export const KNOWN_CATEGORIES: readonly CategoryConfig[] = [
  { name: 'conventions' },
  { name: 'architecture' },
  { name: 'operations' },
  { name: 'decisions' },
]

/** Where an entry belongs that names no category. */
export const UNCATEGORISED = 'uncategorised'
const UNCATEGORISED_TITLE = 'Other'

/** Category names, each once: the configured ones in their order, then others by name, the uncategorised last. */
export function orderCategories(
  names: Iterable<string>,
  configured: readonly CategoryConfig[] = KNOWN_CATEGORIES,
): readonly string[] {
  const places = new Map(configured.map((category, place) => [category.name, place]))
  places.set(UNCATEGORISED, configured.length + 1)
  const placeOf = (name: string): number => places.get(name) ?? configured.length
  return [...new Set(names)].sort(inOrder(by(placeOf, byNumber), byText))
}

/** Heading of a category: as configured, or its name with spaces and a capital. */
export function categoryTitle(
  name: string,
  configured: readonly CategoryConfig[] = KNOWN_CATEGORIES,
): string {
  const title = configured.find((category) => category.name === name)?.title
  if (title !== undefined) return title
  if (name === UNCATEGORISED) return UNCATEGORISED_TITLE
  const spaced = name.replaceAll('-', ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

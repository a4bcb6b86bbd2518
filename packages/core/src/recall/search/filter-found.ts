import { assertedTo, type Entry, valueOrUsual } from '../../domain/entry.ts'
import type { SearchFilters } from './search-request.ts'

const MAPS: ReadonlySet<string> = new Set(['map', 'moc'])

type Filter = (entry: Entry) => boolean

/** The filters of a search, each on its own: one holds where any of the entries behind a result is such. */
export function filtersOf(filters: SearchFilters): readonly Filter[] {
  const { types = [], tags = [], categories = [], minValue, excludesMaps = false, since } = filters
  return [
    ...(types.length > 0 ? [(entry: Entry) => types.includes(entry.type)] : []),
    ...tags.map((tag) => (entry: Entry) => entry.tags.includes(tag)),
    ...(categories.length > 0 ? [(entry: Entry) => categories.includes(entry.category)] : []),
    ...(minValue !== undefined ? [(entry: Entry) => valueOrUsual(entry) >= minValue] : []),
    ...(excludesMaps ? [(entry: Entry) => !MAPS.has(entry.type)] : []),
    ...(since !== undefined ? [(entry: Entry) => assertedTo(entry) >= since] : []),
  ]
}

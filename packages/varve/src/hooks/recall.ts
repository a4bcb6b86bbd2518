import { est1, type FoundEntry, renderInjection, searchEntries } from '@varve/core'
import { hookView, type InjectionRequest, injectedEntry, mayBeShown, projectName } from './inject.ts'

const MOST_ENTRIES = 3
const MOST_TOKENS = 400
const CANDIDATES = 12
/** Of all that the prompt asks for, so much must be in an entry, the rare words counting more. */
const LEAST_COVERAGE = 0.25
const LEAST_COVERAGE_OF_ONE = 0.5
/** A longer prompt is asked for by its beginning. */
const LONGEST_QUERY = 600

/** Entries that a prompt is about, and that this session has not seen; undefined where there are none. */
export function promptText(request: InjectionRequest, prompt: string, now: number): string | undefined {
  const { reader, place, config, host, notes } = request
  const view = hookView(request)
  const result = searchEntries(reader, view, { text: prompt.slice(0, LONGEST_QUERY), now, limit: CANDIDATES })
  const relevant = result.items
    .filter((item) => mayBeShown(item.entry) && isRelevant(item, result.words.length))
    .filter(({ entry }) => notes?.shown.get(entry.id) !== entry.text_version)
    .slice(0, MOST_ENTRIES)
  const injection = renderInjection(
    relevant.map(({ entry }) => ({ ...injectedEntry(reader, entry), isLow: false })),
    {
      project: projectName(place, config),
      branch: place.branch,
      categories: config.memory.categories,
      budget: MOST_TOKENS,
      counter: est1,
      limit: host,
      isAfterCompaction: false,
      beyond: 0,
      isCapped: false,
    },
  )
  if (injection === undefined) return undefined
  for (const { entry } of relevant) {
    if (injection.shown.includes(entry.id)) notes?.shown.set(entry.id, entry.text_version)
  }
  return injection.text
}

/** Two words of the prompt, or one that is all it asks for; and enough of it in all. */
function isRelevant({ match }: FoundEntry, wanted: number): boolean {
  const share = wanted === 0 ? 0 : match.terms.length / wanted
  if (match.terms.length >= 2) return share >= LEAST_COVERAGE
  return match.terms.length === 1 && share >= LEAST_COVERAGE_OF_ONE
}

import { est1, renderInjection } from '@varve/core'
import { entriesAbout, type FoundEntry } from '@varve/core/recall'
import { projectName } from '../project/project-name.ts'
import { hookView, type InjectionRequest, injectedEntries, mayBeShown } from './inject.ts'

const MOST_ENTRIES = 3
const MOST_TOKENS = 400
const CANDIDATES = 8
/** Of the words that a prompt tells something by, so many must be in an entry; of a long one, of so many words. */
const LEAST_COVERAGE = 1 / 3
const MOST_WANTED = 12
/** A longer prompt is asked for by its beginning. */
const LONGEST_QUERY = 600

export interface Prompt {
  readonly prompt: string
  /** Entry → the version that this session has seen; what is recalled joins it. */
  readonly shown: Map<string, string>
  readonly now: number
}

/** Entries that a prompt is about, and that this session has not seen; undefined where there are none. */
export async function promptRecall(
  request: InjectionRequest,
  { prompt, shown, now }: Prompt,
): Promise<string | undefined> {
  const { reader, place, config, host } = request
  const view = await hookView(request)
  const about = entriesAbout(reader, view, { text: prompt.slice(0, LONGEST_QUERY), now, limit: CANDIDATES })
  const relevant = about.items
    .filter((item) => mayBeShown(item.entry) && isRelevant(item, about.words.length))
    .filter(({ entry }) => shown.get(entry.id) !== entry.text_version)
    .slice(0, MOST_ENTRIES)
  const injection = renderInjection(
    injectedEntries(
      reader,
      relevant.map(({ entry }) => entry),
    ).map((entry) => ({ ...entry, isLow: false })),
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
    if (injection.shown.includes(entry.id)) shown.set(entry.id, entry.text_version)
  }
  return injection.text
}

/** Two words of the prompt, or the one that it has; and enough of them in all. */
function isRelevant({ match }: FoundEntry, wanted: number): boolean {
  const found = match.terms.length
  return found >= Math.min(2, wanted) && found >= LEAST_COVERAGE * Math.min(wanted, MOST_WANTED)
}

import type { Entry } from '../../domain/entry.ts'
import { wholeText } from './evidence-kept.ts'

const HEAD = /^.+: \d+ [a-z]+ notes, \d{4}-\d{2}-\d{2} to \d{4}-\d{2}-\d{2}$/
const DATE = /^- \d{4}-\d{2}-\d{2}: /
const MORE = /^\(\d+ more without new specifics\)$/

/**
 * What a digest claims of its sources. The head of one that a consolidation wrote, its dates and its count
 * say when its sources were stated, and how many there are: no source says so itself.
 */
export function claimsOf(digest: Pick<Entry, 'title' | 'summary' | 'content' | 'consolidation'>): string {
  if (digest.consolidation === undefined) return wholeText(digest)
  const { title, summary } = digest
  const own = title !== undefined && HEAD.test(title) ? [] : [title]
  const body = digest.content
    .split('\n')
    .filter((line) => !MORE.test(line))
    .map((line) => line.replace(DATE, ''))
    .join('\n')
  return [...own, summary, body].filter((each) => each !== undefined).join('\n')
}

import { ALTITUDES, type Altitude, contentHash, type EntryFields } from '../../domain/entry.ts'
import type { EntryId } from '../../domain/ids.ts'
import { withoutUndefined } from '../../domain/json.ts'
import { by, byNumber, byText, inOrder, reversed, sortedUnique } from '../../domain/order.ts'
import { uuidV5 } from '../../domain/uuid.ts'
import { leastConfidence, leastTrust, sharedKey, uniqueRefs } from '../../edit/stand-in-fields.ts'
import { statementKey } from '../../guard/normalise/statement-key.ts'
import { altitudeOf } from '../attributes.ts'
import type { Member } from '../cluster/member.ts'
import type { DigestText } from './write-digest.ts'

const LEAST_IMPORTANCE = 0.55
const MOST_TAGS = 10
const MOST_EXEMPLARS = 3
const LONGEST_FRAGMENT = 200

/** Two replicas that consolidate the same members write the same digest. */
export function digestIdOf(project: string, members: readonly Member[]): EntryId {
  const keys = sortedUnique(
    members.map(({ known: { entry } }) => {
      const key = entry.title === undefined ? statementKey(entry) : undefined
      return key ?? contentHash(entry)
    }),
  )
  return uuidV5(['varve/consolidates/1', project, ...keys].join('\n')) as EntryId
}

/** What is stated of a digest: never fresher, surer or more trusted than its members. */
export function digestFields(members: readonly Member[], text: DigestText): EntryFields {
  const entries = members.map(({ known }) => known.entry)
  const dates = members.map(({ known }) => known.at)
  const to = Math.max(...dates)
  const from = Math.min(...members.map(({ known: { entry, at } }) => entry.asserted_from ?? at))
  const [first] = members
  const sum = members.reduce((total, { known }) => total + known.importance, 0)
  return withoutUndefined({
    content: text.content,
    title: text.title,
    type: 'digest',
    category: mostFrequent(entries.map(({ category }) => category)),
    layer: 'learning' as const,
    altitude: altitudeOfAll(members),
    mem_type: 'learning' as const,
    mem_state: 'done' as const,
    entity: first?.known.entry.entity,
    tags: sortedUnique(entries.flatMap(({ tags }) => tags)).slice(0, MOST_TAGS),
    refs: uniqueRefs(entries),
    source: { kind: 'compaction' as const, trust: leastTrust(entries) },
    confidence: leastConfidence(entries),
    importance: Math.max(sum / members.length, LEAST_IMPORTANCE),
    scope: first?.known.entry.scope ?? 'project',
    key: sharedKey(entries),
    created: to,
    asserted_from: from,
    asserted_to: to,
    consolidation: {
      original_layer: first?.known.layer ?? 'context',
      count: members.length,
      period: { from: Math.min(...dates), to },
      exemplars: exemplarsOf(members),
      replaced_ids: sortedUnique(entries.map(({ id }) => id)) as EntryId[],
    },
  })
}

/** The one most have; of several the first in the given order. */
function mostFrequent<T extends string>(
  values: readonly T[],
  order: readonly T[] = values.toSorted(byText),
): T {
  const counts = Map.groupBy(values, (value) => value)
  return order.reduce((best, value) =>
    (counts.get(value)?.length ?? 0) > (counts.get(best)?.length ?? 0) ? value : best,
  )
}

function altitudeOfAll(members: readonly Member[]): Altitude {
  return mostFrequent(
    members.map(({ known }) => altitudeOf(known.entry)),
    ALTITUDES,
  )
}

const mostImportantFirst = inOrder<Member>(
  reversed(by(({ known }) => known.importance, byNumber)),
  reversed(by(({ known }) => known.at, byNumber)),
  by(({ known }) => known.entry.id, byText),
)

function exemplarsOf(members: readonly Member[]) {
  return members
    .toSorted(mostImportantFirst)
    .slice(0, MOST_EXEMPLARS)
    .map(({ known: { entry, at, importance }, text }) => ({
      id: entry.id,
      when: at,
      importance,
      fragment: [...text].slice(0, LONGEST_FRAGMENT).join(''),
    }))
}

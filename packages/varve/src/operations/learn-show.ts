import {
  by,
  byNumber,
  byText,
  type Evidence,
  formatInstant,
  inOrder,
  partIdOf,
  recordHeader,
  recordLine,
  reversed,
  type Sighting,
  type StoreReader,
  VarveError,
} from '@varve/core'
import { clipLine } from './clip-line.ts'
import { viewFor } from './commit.ts'
import { positional } from './field.ts'
import { findEntry } from './find-entry.ts'
import { conflictsText, learningJson, scoreText } from './learn/learning-json.ts'
import { isLearned, withConflicts } from './learn/list-learnings.ts'
import { defineOperation } from './operation.ts'
import { shortSessionId } from './session/session-json.ts'

const SHOWN_LENGTH = 160
const SHORT_MESSAGE = 10
const SHORT_COMMIT = 10

const newestFirst = inOrder<Sighting>(
  reversed(by((sighting) => sighting.at, byNumber)),
  by((sighting) => sighting.occasion, byText),
)

/** `varve learn show`: each session that it was seen in, and where to read it there. */
export const learnShow = defineOperation({
  name: 'learn show',
  summary: 'Show a learning with its evidence',
  effect: 'reads',
  fields: { id: positional('Its id, or the start of it', 'id') },
  examples: ['varve learn show 0bfa9168', 'varve learn show 0bfa9168 --json'],
  run({ id: typed }, context) {
    const reader = context.reading()
    const found = reader.entry(findEntry(reader, typed))
    const [entry] =
      found !== undefined && isLearned(found) ? withConflicts(viewFor(context, reader), [found]) : []
    if (entry === undefined) {
      throw new VarveError('not_found', `nothing that was learnt: ${typed}`, {
        subjects: [typed],
        fix: ['varve learn list'],
      })
    }
    const isErased = erasureOf(reader)
    const sightings = [...entry.sightings].sort(newestFirst)
    const { override } = entry.learning
    const overrides = override === undefined ? [] : [{ ...override, at: formatInstant(override.at) }]
    const lineage = reader.lineage({ touching: [entry.id] })
    return {
      json: {
        ...learningJson(entry),
        sightings: sightings.map((sighting) => sightingJson(reader, isErased, sighting)),
        overrides,
        lineage,
      },
      human: `${[
        `${entry.content}${conflictsText(entry, reader)}`,
        `${entry.learning.status} (${scoreText(entry)}; recurrence ${entry.scores.recurrence}, impact ${entry.scores.impact}, specificity ${entry.scores.specificity}; ${entry.learning.trust})`,
        ...overrides.map(({ status, reason, by: author }) => `${status} by ${author}: ${reason}`),
        ...sightings.flatMap((sighting) => ['', ...sightingLines(reader, isErased, sighting)]),
      ].join('\n')}\n`,
      records: `${[
        recordHeader('learn.show', { id: entry.id, status: entry.learning.status, sum: entry.learning.sum }),
        ...sightings.map(({ occasion, by: author }) =>
          recordLine('D', ['sighting', { quoted: occasion }], { by: author }),
        ),
      ].join('\n')}\n`,
    }
  },
})

function sightingJson(
  reader: StoreReader,
  isErased: IsErased,
  { occasion, by: author, at, source, rating }: Sighting,
) {
  return {
    occasion,
    by: author,
    at: formatInstant(at),
    trust: source.trust,
    branch: rating?.branch ?? null,
    impact: rating?.impact ?? null,
    specificity: rating?.specificity ?? null,
    evidence: (rating?.evidence ?? []).map((each) => ({
      ...each,
      gone: isErased(each),
      commits: commitsOf(reader, each.session),
    })),
  }
}

function sightingLines(reader: StoreReader, isErased: IsErased, sighting: Sighting): readonly string[] {
  const { by: author, at, source, rating } = sighting
  const commits = [...new Set((rating?.evidence ?? []).flatMap((each) => commitsOf(reader, each.session)))]
  return [
    `seen ${formatInstant(at).slice(0, 10)} by ${author} (${source.trust})${rating?.branch === undefined ? '' : ` on ${rating.branch}`}`,
    ...(rating?.evidence ?? []).flatMap((each) => [
      `  “${clipLine(each.quote, SHOWN_LENGTH)}”`,
      isErased(each)
        ? '    evidence gone'
        : `    varve session show ${shortSessionId(each.session)} --at ${each.message.slice(0, SHORT_MESSAGE)}`,
    ]),
    ...(commits.length === 0
      ? []
      : [`  commits: ${commits.map((sha) => sha.slice(0, SHORT_COMMIT)).join(' ')}`]),
  ]
}

/** Tells whether what a message said was erased: the sighting stays. */
function erasureOf(reader: StoreReader): IsErased {
  const kept = new Map<string, ReadonlySet<string>>()
  return ({ session, message, part }) => {
    const messages = kept.get(session) ?? new Set([...reader.sessionMessages(session)].map(({ id }) => id))
    kept.set(session, messages)
    return (
      !messages.has(message) || reader.sessionMark(session, 'part', partIdOf(message, part))?.purged === true
    )
  }
}

type IsErased = (evidence: Pick<Evidence, 'session' | 'message' | 'part'>) => boolean

function commitsOf(reader: StoreReader, session: string): readonly string[] {
  return reader.session(session)?.commits.map(({ sha }) => sha) ?? []
}

import { recordHeader, recordLine } from '@varve/core'
import { momentumBandOf, momentumOf } from '@varve/core/consolidate'
import { projectName } from '../project/project-name.ts'
import { ENTITY_KINDS } from './attribute-input.ts'
import { viewFor } from './commit.ts'
import { choice, integer } from './field.ts'
import { defineOperation } from './operation.ts'
import { knownSubjects } from './recall/subjects.ts'

const USUAL_LIMIT = 30

/** `varve entities`: what the memory speaks of, the liveliest first. */
export const entities = defineOperation({
  name: 'entities',
  summary: 'List what the memory speaks of',
  effect: 'reads',
  fields: {
    kind: choice('Only of this kind', ENTITY_KINDS),
    minMemories: integer('Only what so many entries speak of, or more (default 1)'),
    limit: integer(`How many (default ${USUAL_LIMIT})`),
    offset: integer('How many to pass over'),
  },
  examples: ['varve entities', 'varve entities --kind project --min-memories 5 --json'],
  run({ kind, minMemories = 1, limit = USUAL_LIMIT, offset = 0 }, context) {
    const now = context.clock.now()
    const reader = context.reading()
    const all = [
      ...knownSubjects(viewFor(context, reader), projectName(context.place, context.config)).values(),
    ]
      .filter((subject) => kind === undefined || subject.kind === kind)
      .filter(({ happenings }) => happenings.length >= minMemories)
      .map(({ name, kind, key, happenings }) => {
        const momentum = momentumOf(happenings, now)
        return { name, kind, key, memories: happenings.length, momentum, band: momentumBandOf(momentum) }
      })
      .sort((a, b) => b.momentum - a.momentum || b.memories - a.memories || (a.key < b.key ? -1 : 1))
    const items = all
      .slice(offset, offset + limit)
      .map(({ key: _, momentum, ...rest }) => ({ ...rest, momentum: Math.round(momentum * 100) / 100 }))
    const lines = items.map(
      ({ name, kind, memories, band }) =>
        `${name}  ${kind}, ${memories} ${memories === 1 ? 'entry' : 'entries'}, ${band}`,
    )
    const more = all.length - items.length
    return {
      json: { total: all.length, items },
      human: `${[...lines, ...(more > 0 ? [`… and ${more} more`] : []), ...(all.length === 0 ? ['Nothing here yet: varve add "…"'] : [])].join('\n')}\n`,
      records: `${[
        recordHeader('entities', { results: items.length, total: all.length }),
        ...items.map(({ name, kind, memories, momentum, band }) =>
          recordLine('N', [{ quoted: name }], { kind, memories, momentum, band }),
        ),
      ].join('\n')}\n`,
    }
  },
})

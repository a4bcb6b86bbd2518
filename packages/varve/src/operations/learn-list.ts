import { LEARNING_STATUSES, recordHeader, recordLine } from '@varve/core'
import { clipLine } from './clip-line.ts'
import { viewFor } from './commit.ts'
import { choice, integer } from './field.ts'
import { conflictsText, learningJson, scoreText } from './learn/learning-json.ts'
import { listLearnings } from './learn/list-learnings.ts'
import { defineOperation } from './operation.ts'
import { shortIdIn } from './short-id.ts'

const SHOWN_LENGTH = 160

/** `varve learn list`: the worthiest first, with what each is worth. */
export const learnList = defineOperation({
  name: 'learn list',
  summary: 'List what was learnt, the worthiest first',
  effect: 'reads',
  fields: {
    status: choice('Only these; all shows the discarded too', [...LEARNING_STATUSES, 'all']),
    limit: integer('How many (default all)', { minimum: 1 }),
  },
  examples: ['varve learn list', 'varve learn list --status observed --json'],
  run({ status, limit }, context) {
    const reader = context.reading()
    const view = viewFor(context, reader)
    const all = listLearnings(view, status ?? 'all').filter(
      ({ learning }) => status !== undefined || learning.status !== 'discarded',
    )
    const shown = all.slice(0, limit)
    return {
      json: { learnings: shown.map(learningJson) },
      human:
        shown.length === 0
          ? 'Nothing was learnt yet: varve learn\n'
          : `${shown
              .map(
                (entry) =>
                  `${shortIdIn(reader, entry.id)}  ${entry.learning.status}  (${scoreText(entry)})  ${clipLine(entry.content, SHOWN_LENGTH)}${conflictsText(entry, reader)}`,
              )
              .join('\n')}\n`,
      records: `${[
        recordHeader('learn.list', { learnings: shown.length }),
        ...shown.map((entry) =>
          recordLine('N', [entry.id, entry.learning.status, { quoted: entry.content }], {
            sum: entry.learning.sum,
            sessions: entry.learning.sessions,
          }),
        ),
      ].join('\n')}\n`,
    }
  },
})

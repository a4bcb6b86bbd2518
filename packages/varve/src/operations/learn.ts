import { parseInstant, recordHeader, recordLine, VarveError } from '@varve/core'
import { clipLine } from './clip-line.ts'
import { counted } from './counted.ts'
import { flag, text } from './field.ts'
import { learnSessions } from './learn/learn-sessions.ts'
import { defineOperation } from './operation.ts'
import { findSession } from './session/find-session.ts'
import { shortIdIn } from './short-id.ts'

const SHOWN = 20
const SHOWN_LENGTH = 140

/** `varve learn`: what people said to do, what they put right, what failed and what mended it. */
export const learn = defineOperation({
  name: 'learn',
  summary: 'Learn from sessions, without a model',
  effect: 'writes',
  fields: {
    session: text('Only from this session', { value: 'session' }),
    since: text('Only from sessions with something new from this instant on', { value: 'time' }),
    dryRun: flag('Say what would be learnt, and do nothing'),
  },
  examples: ['varve learn', 'varve learn --since 2026-03-01 --dry-run'],
  run({ session: typed, since, dryRun }, context) {
    const session = typed === undefined ? undefined : findSession(context.reading(), typed).id
    const filter = since === undefined ? {} : { since: instantOf(since) }
    const learnt = learnSessions(context, { filter, dryRun, ...(session === undefined ? {} : { session }) })
    const { lessons, skipped, overLimit, record, planHash, sessions } = learnt
    const fresh = lessons.filter(({ isNew }) => isNew)
    const reader = context.reading()
    const more = fresh.length - SHOWN
    const left = [...skipped, ...overLimit.map((content) => ({ reason: 'over_limit', text: content }))]
    return {
      json: {
        plan_id: record?.id ?? null,
        sightings: lessons.map(({ id, content, session: of, evidence, isNew }) => ({
          id,
          content,
          session: of,
          evidence: evidence.length,
          new: isNew,
        })),
        skipped: left,
        sessions,
        ...(dryRun && { dry_run: true, plan_hash: planHash }),
      },
      human: `${[
        `${dryRun ? 'Would learn' : 'Learnt'} ${counted(fresh.length, 'new thing')} from ${counted(sessions, 'session')}, and saw ${lessons.length - fresh.length} again`,
        ...fresh
          .slice(0, SHOWN)
          .map(({ id, content }) => `  ${shortIdIn(reader, id)}  ${clipLine(content, SHOWN_LENGTH)}`),
        ...(more > 0 ? [`  … and ${more} more: varve learn list`] : []),
        ...(record === undefined ? [] : ['varve knowledge show shows what is held to be true']),
      ].join('\n')}\n`,
      records: `${[
        recordHeader('learn', { new: fresh.length, sightings: lessons.length, plan: record?.id }),
        ...fresh.map(({ id, content }) => recordLine('N', [id, 'learning', { quoted: content }])),
      ].join('\n')}\n`,
    }
  },
})

function instantOf(typed: string): number {
  const parsed = parseInstant(typed)
  if (parsed !== undefined) return parsed.at
  throw new VarveError('invalid_value', `not a date: ${typed}`, { fix: [learn.examples[1]] })
}

import { recordHeader, VarveError } from '@varve/core'
import { planMarks } from '@varve/core/sessions'
import { commit } from './commit.ts'
import { flag, positional, rest } from './field.ts'
import { defineOperation } from './operation.ts'
import { findSession } from './session/find-session.ts'
import { shortSessionId } from './session/session-json.ts'

const TAG = /^[a-z0-9][a-z0-9-]{0,31}$/
const MOST_TAGS = 8

/** `varve session tag`: `ci` or `+ci` adds a tag, `-ci` takes it away. */
export const sessionTag = defineOperation({
  name: 'session tag',
  summary: 'Tag a session',
  effect: 'writes',
  fields: {
    session: positional('Its id, or the start of it', 'session'),
    tags: rest('Tags to add; one after a + too. After --, one after a - is taken away', 'tag'),
    dryRun: flag('Say what would happen, and do nothing'),
  },
  examples: ['varve session tag s_3f9a20c1 +ci +database', 'varve session tag s_3f9a20c1 -- -ci'],
  run({ session: typed, tags, dryRun }, context) {
    const changes = tags.map(parseChange)
    if (changes.length === 0)
      throw new VarveError('usage', 'session tag needs <tag>', { fix: [sessionTag.examples[0]] })
    const { outcome, record, planHash } = commit(context, 'session tag', dryRun, (reader) => {
      const { id } = findSession(reader, typed)
      const value = { by: context.actor }
      const requests = changes.map(({ tag, isRemoved }) => ({
        session: id,
        mark: 'tag' as const,
        name: tag,
        value: isRemoved ? null : value,
      }))
      const now = new Set(reader.sessionMarks(id).flatMap(({ mark, name }) => (mark === 'tag' ? [name] : [])))
      for (const { tag, isRemoved } of changes) {
        if (isRemoved) now.delete(tag)
        else now.add(tag)
      }
      if (now.size > MOST_TAGS) throw tooMany()
      return { plan: planMarks(reader, 'session tag', requests), outcome: { id, tags: [...now].sort() } }
    })
    return {
      json: {
        session: outcome.id,
        tags: outcome.tags,
        plan_id: record?.id ?? null,
        ...(dryRun && { dry_run: true, plan_hash: planHash }),
      },
      human: `${dryRun ? 'Would be tagged' : 'Tagged'} ${shortSessionId(outcome.id)}: ${outcome.tags.join(', ') || 'nothing'}\n`,
      records: `${recordHeader('session.tag', { session: outcome.id, tags: outcome.tags.join(',') })}\n`,
    }
  },
})

function parseChange(typed: string): { readonly tag: string; readonly isRemoved: boolean } {
  const isRemoved = typed.startsWith('-')
  const tag = typed.replace(/^[+-]/, '')
  if (TAG.test(tag)) return { tag, isRemoved }
  throw new VarveError(
    'invalid_value',
    `not a tag: ${typed}; small letters, digits and hyphens, 32 at most`,
    {
      fix: [sessionTag.examples[0]],
    },
  )
}

function tooMany(): VarveError {
  return new VarveError('invalid_value', `a session has ${MOST_TAGS} tags at most`, {
    fix: [sessionTag.examples[1]],
  })
}

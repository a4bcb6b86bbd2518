import {
  type MessageId,
  type PartId,
  type Plan,
  partIdOf,
  recordHeader,
  type SessionId,
  type StoredMessage,
  type StoreReader,
  sha256,
  VarveError,
} from '@varve/core'
import { PURGED_TEXT, planMarks, withoutParts } from '@varve/core/sessions'
import { commit } from '../commit.ts'
import type { OperationContext } from '../context.ts'
import type { OperationResult } from '../operation.ts'
import { NOTHING_BESIDE } from './erase-beside-store.ts'
import { TRANSCRIPT } from './list-out-of-reach.ts'
import { ledgerNames, purgeDecisions } from './purge-decisions.ts'

export interface PartPurge {
  /** Its id, or the start of it. */
  readonly typed: string
  readonly reason: string | undefined
  readonly yes: boolean
  /** Also where a learning quotes it. */
  readonly force: boolean
  readonly dryRun: boolean
}

/** Erases one part of what was said in a session, with what it said before; it is never taken in again. */
export async function purgePart(context: OperationContext, purge: PartPurge): Promise<OperationResult> {
  const { typed, reason, yes, force, dryRun } = purge
  const { id, session, message, place, text } = findPart(context.reading(), typed)
  const citing = listCiting(context.reading(), message, place)
  if (citing.length > 0 && !force) throw cited(id, citing)
  if (!dryRun && !yes && !(await context.confirm(`Erase ${id} for good? Nothing brings it back.`)))
    throw notConfirmed(id)
  // An erasure that waits is none.
  if (!dryRun) context.writingInPlace()
  const value = { by: context.actor, purged: true }
  const plan = (reader: StoreReader): Plan =>
    planMarks(
      reader,
      'purge',
      [{ session, mark: 'part', name: id, value }],
      reason === undefined ? undefined : context.redact(reason),
    )
  // A fitted window keeps texts of its own: all that was decided on this session goes with the part.
  const decisions = dryRun ? ledgerNames(context, session).length : purgeDecisions(context, session)
  const { record } = commit(context, 'purge', dryRun, (reader) => ({ plan: plan(reader), outcome: id }))
  if (!dryRun) {
    const store = context.writingInPlace()
    store.transact('purge', (writer) => {
      // As it is by now: more may have been taken in since it was looked for.
      const found = [...writer.sessionMessages(session)].find((each) => each.id === message)
      if (found !== undefined) writer.rewriteMessage(rewritten(found, id))
    })
    store.scrub()
  }
  return {
    json: {
      erased: [{ id, hash: sha256(text) }],
      ...NOTHING_BESIDE,
      repeated_by: citing,
      out_of_reach: [TRANSCRIPT],
      plan_id: record?.id ?? null,
      dry_run: dryRun,
    },
    human: `${[
      `${dryRun ? 'Would erase' : 'Erased'} ${id} of ${session}`,
      ...(decisions > 0 ? ['  with what was decided on the windows of its session'] : []),
      ...citing.map((entry) => `  ${entry} quotes it: varve purge ${entry}`),
      `  out of reach: ${TRANSCRIPT}`,
    ].join('\n')}\n`,
    records: `${recordHeader('purge', { erased: id, plan: record?.id })}\n`,
  }
}

interface FoundPart {
  readonly id: PartId
  readonly session: SessionId
  readonly message: MessageId
  readonly place: number
  readonly text: string
}

const SHORTEST = 6

/** Ids of parts follow from their places, so that each has to be looked at. */
function findPart(reader: StoreReader, typed: string): FoundPart {
  const found = typed.length < SHORTEST ? [] : [...partsBy(reader, typed)]
  const [first, second] = found
  if (first !== undefined && second === undefined) return first
  const ids = found.map(({ id }) => id)
  throw first === undefined
    ? new VarveError('not_found', `no such part: ${typed}`, {
        subjects: [typed],
        fix: ['varve doctor --secrets'],
      })
    : new VarveError('ambiguous_id', `${typed} could be ${ids.join(' or ')}`, {
        subjects: ids,
        fix: [`varve purge --part ${ids[0]}`],
      })
}

function* partsBy(reader: StoreReader, typed: string): Iterable<FoundPart> {
  for (const { id: session } of reader.sessions()) {
    for (const message of reader.sessionMessages(session)) {
      const said = [message, ...reader.messageRevisions(message.id)]
      const places = Math.max(...said.map(({ parts }) => parts.length))
      for (let place = 0; place < places; place++) {
        const id = partIdOf(message.id, place)
        if (!id.startsWith(typed)) continue
        const [part] = said.flatMap(({ parts }) => parts[place] ?? [])
        if (part !== undefined && part.text !== PURGED_TEXT)
          yield {
            id,
            session,
            message: message.id,
            place,
            text: part.args === undefined ? part.text : JSON.stringify(part.args),
          }
      }
    }
  }
}

/** Learnings whose evidence is a quote of the part. */
function listCiting(reader: StoreReader, message: MessageId, place: number): readonly string[] {
  const entries = [...reader.entries({ visibility: 'all' })]
  return entries
    .filter(
      ({ state, sightings }) =>
        state === 'active' &&
        sightings.some(({ rating }) =>
          rating?.evidence.some((evidence) => evidence.message === message && evidence.part === place),
        ),
    )
    .map((entry): string => entry.id)
}

function rewritten({ ordinal: _, ...message }: StoredMessage, id: PartId) {
  return withoutParts(message, new Set([id]))
}

function cited(id: PartId, citing: readonly string[]): VarveError {
  return new VarveError('invalid_value', `${id} is quoted by ${citing.join(', ')}; purge that too`, {
    subjects: citing,
    fix: [`varve purge --part ${id} --force`],
  })
}

function notConfirmed(id: PartId): VarveError {
  return new VarveError('usage', 'not confirmed; nothing was erased', {
    fix: [`varve purge --part ${id} --yes`],
  })
}

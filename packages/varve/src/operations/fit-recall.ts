import { recordHeader, VarveError } from '@varve/core'
import {
  est2,
  handleOf,
  keysOfHandle,
  nearestHandles,
  type RecalledText,
  recallText,
  targetsOf,
} from '@varve/core/fidelity'
import type { OperationContext } from './context.ts'
import { integer, positional, text } from './field.ts'
import { capturedText } from './fit/captured-text.ts'
import { readOne } from './fit/read-transcripts.ts'
import { defineOperation } from './operation.ts'

const RANGE = /^(\d{1,9})(?:-(\d{1,9}))?$/

/** `varve fit recall`: what a placeholder stands for. */
export const fitRecall = defineOperation({
  name: 'fit recall',
  summary: 'Show what a placeholder stands for',
  effect: 'reads',
  standsAlone: true,
  fields: {
    handle: positional('What the placeholder says after “recall”', 'handle'),
    transcript: text('The session as its agent wrote it down, where it is not in the store', {
      value: 'file',
    }),
    session: text('The session, where several have such a handle', { value: 'id' }),
    range: text('Only these lines', { value: 'from-to' }),
    offset: integer('Characters of the first of them to leave out: where an answer cut a long line', {
      minimum: 0,
      value: 'characters',
    }),
    grep: text('Only lines with this in them; several may stand between |', { value: 'text' }),
    maxTokens: integer('Tokens of the answer at most (default 4000)', { minimum: 1, value: 'tokens' }),
  },
  examples: ['varve fit recall reze47 --transcript session.jsonl', 'varve fit recall reze47 --range 10-40'],
  async run({ handle, transcript, session, range, offset, grep, maxTokens }, context) {
    const found =
      transcript === undefined
        ? findStored(context, handle, session)
        : await findRecorded(context, transcript, handle, session)
    const recalled = recallText(found.text, { range: parseRange(range), offset, grep, maxTokens }, est2)
    const { text: shown, lines, next, offset: from } = recalled
    return {
      json: {
        found: true,
        handle,
        key: found.key,
        tool: found.tool,
        path: found.path,
        text: shown,
        lines,
        next: next ?? null,
        offset: from ?? null,
      },
      human: `${shown}\n${more(recalled, handle)}`,
      records: `${recordHeader('fit.recall', { handle, key: found.key, lines, ...(next !== undefined && { next }), ...(from !== undefined && { offset: from }) })}\n${shown}\n`,
    }
  },
})

function more({ lines, next, offset }: RecalledText, handle: string): string {
  return next === undefined
    ? ''
    : `… of ${lines} lines; go on: varve fit recall ${handle} --range ${next}-${lines}${offset === undefined ? '' : ` --offset ${offset}`}\n`
}

interface Found {
  readonly key: string
  readonly tool: string | null
  readonly path: string | null
  readonly text: string
}

async function findRecorded(
  context: OperationContext,
  file: string,
  handle: string,
  session: string | undefined,
): Promise<Found> {
  const transcript = await readOne(context, file, session === undefined ? {} : { session })
  const parts = transcript.segments.flatMap(({ window }) =>
    window.messages.flatMap((message) => message.parts),
  )
  const { sessionId } = transcript
  const keys = parts.map((part) => part.key)
  const [key, ...others] = keysOfHandle(sessionId, keys, handle)
  const part = parts.find((each) => each.key === key)
  if (key === undefined || part === undefined)
    throw unknownHandle(
      handle,
      nearestHandles(
        handle,
        keys.map((each) => handleOf(sessionId, each)),
      ),
    )
  if (others.length > 0)
    throw severalParts(
      handle,
      [key, ...others].map((each) => longer(sessionId, each, handle)),
    )
  const call =
    part.kind === 'tool_call'
      ? part
      : parts.find((each) => each.kind === 'tool_call' && each.key === key.replace(/^r:/, 'c:'))
  const path = call === undefined ? undefined : targetsOf(call)[0].path
  return { key, tool: part.tool ?? null, path: path ?? null, text: context.redact(part.text) }
}

function findStored(context: OperationContext, handle: string, session: string | undefined): Found {
  const ledger = context.ledger()
  const [part, ...others] = ledger?.findParts(handle, session) ?? []
  if (part === undefined || ledger === undefined) throw unknownHandle(handle, [])
  if (others.length > 0)
    throw severalSessions(
      handle,
      [part, ...others].map((each) => each.session),
    )
  const original = ledger.findOriginal(part.session, part.key) ?? capturedText(context.reading(), part)
  if (original !== undefined) return { key: part.key, tool: part.tool, path: part.path, text: original }
  throw new VarveError('not_found', `the original of ${handle} is not kept: only what stands for it`, {
    subjects: [handle],
    fix: [`varve fit recall ${handle} --transcript <file>`],
  })
}

function longer(sessionId: string, key: string, handle: string): string {
  return `${handleOf(sessionId, key, handle.length + 2)} (${key})`
}

function severalParts(handle: string, meant: readonly string[]): VarveError {
  return new VarveError('ambiguous_id', `several parts begin with ${handle}: ${meant.join(', ')}`, {
    subjects: [handle],
    fix: [`varve fit recall ${meant[0]?.split(' ')[0]} --transcript <file>`],
  })
}

function severalSessions(handle: string, sessions: readonly string[]): VarveError {
  return new VarveError(
    'ambiguous_id',
    `several sessions have the handle ${handle}: ${sessions.join(', ')}`,
    {
      subjects: [handle],
      fix: sessions.map((id) => `varve fit recall ${handle} --session ${id}`),
    },
  )
}

function unknownHandle(handle: string, nearest: readonly string[]): VarveError {
  const meant = nearest.length === 0 ? '' : `; perhaps ${nearest.join(', ')}`
  return new VarveError('not_found', `no part has the handle ${handle}${meant}`, {
    subjects: [handle],
    fix:
      nearest.length === 0
        ? [`varve fit recall ${handle} --transcript <file>`]
        : [`varve fit recall ${nearest[0]}`],
  })
}

function parseRange(range: string | undefined): readonly [number, number] | undefined {
  if (range === undefined) return undefined
  const [, first, last] = RANGE.exec(range) ?? []
  if (first !== undefined) return [Number(first), Number(last ?? first)]
  throw new VarveError('usage', `not a range of lines: ${range}`, {
    fix: ['varve fit recall reze47 --range 10-40'],
  })
}

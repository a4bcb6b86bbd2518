import { recordHeader, recordLine } from '@varve/core'
import type { Message, Part } from '@varve/core/fidelity'
import { readOptionsOf, settingsOf, TRANSCRIPT_FIELDS } from './fit/fit-fields.ts'
import { fitSegments } from './fit/fit-window-at.ts'
import { readOne } from './fit/read-transcripts.ts'
import { defineOperation } from './operation.ts'

/** `varve fit diff`: what a pass took out of the view, line by line. */
export const fitDiff = defineOperation({
  name: 'fit diff',
  summary: 'Show what a pass would have taken out, line by line',
  effect: 'reads',
  standsAlone: true,
  fields: TRANSCRIPT_FIELDS,
  examples: ['varve fit diff session.jsonl', 'varve fit diff session.jsonl --call 120'],
  async run({ transcript: file, ...input }, context) {
    const transcript = await readOne(context, file, readOptionsOf(input))
    const settings = settingsOf(input, context, transcript)
    const window = fitSegments(transcript, settings)
    // Without a call, the last pass there was.
    const last = window.sizes.findLast(({ pass }) => pass !== undefined)?.call
    const at =
      input.call === undefined && last !== undefined
        ? fitSegments(transcript, { ...settings, call: last })
        : window
    const changes = changedParts(at.before?.messages ?? [], at.messages, at.view.messages).map((change) => ({
      ...change,
      before: context.redact(change.before),
      after: context.redact(change.after),
    }))
    const { call, segment, view } = at
    return {
      json: { segment, call, pass: view.pass ?? null, changes },
      human:
        changes.length === 0
          ? `Call ${call}: nothing was taken out.\n`
          : `${changes.map(renderChange).join('\n')}\n`,
      records: `${[
        recordHeader('fit.diff', { segment, call }),
        ...changes.map(({ key, tool, before, after }) =>
          recordLine('D', ['part', key], {
            ...(tool !== undefined && { tool }),
            before: before.length,
            after: after.length,
          }),
        ),
      ].join('\n')}\n`,
    }
  },
})

interface Change {
  readonly key: string
  readonly tool?: string
  readonly before: string
  readonly after: string
}

/** What stood in the view before, or came since as it is, beside what stands there now. */
function changedParts(
  before: readonly Message[],
  window: readonly Message[],
  after: readonly Message[],
): readonly Change[] {
  const shown = byKey(before)
  const now = byKey(after)
  return window.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      const was = shown.get(part.key)?.text ?? part.text
      const is = now.get(part.key)?.text ?? ''
      if (was === is) return []
      return [
        { key: part.key, ...(part.tool === undefined ? {} : { tool: part.tool }), before: was, after: is },
      ]
    }),
  )
}

function byKey(messages: readonly Message[]): ReadonlyMap<string, Part> {
  return new Map(messages.flatMap(({ parts }) => parts.map((part) => [part.key, part] as const)))
}

/** A unified diff of one part. Lines at both ends that stay are left out of it. */
function renderChange({ key, tool, before, after }: Change): string {
  const [old, shown] = [before.split('\n'), after === '' ? [] : after.split('\n')]
  let start = 0
  while (start < old.length && start < shown.length && old[start] === shown[start]) start++
  let end = 0
  while (end < old.length - start && end < shown.length - start && old.at(-1 - end) === shown.at(-1 - end))
    end++
  const removed = old.slice(start, old.length - end)
  const added = shown.slice(start, shown.length - end)
  return [
    `--- ${key}${tool === undefined ? '' : ` (${tool})`}`,
    `+++ ${key}`,
    `@@ -${start + 1},${removed.length} +${start + 1},${added.length} @@`,
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
  ].join('\n')
}

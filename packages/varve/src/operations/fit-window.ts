import { recordHeader, recordLine } from '@varve/core'
import { tokenSize } from '@varve/core/fidelity'
import { capturedTranscript, firstAsked, parseSlashCommand } from '@varve/core/sessions'
import { clipLine } from './clip-line.ts'
import { positional } from './field.ts'
import { settingsOf, TRANSCRIPT_FIELDS } from './fit/fit-fields.ts'
import { fitSegments } from './fit/fit-window-at.ts'
import type { FittedWindow } from './fit/fitted-session.ts'
import { windowMessages } from './fit/page/window-parts.ts'
import { defineOperation } from './operation.ts'
import { findSession } from './session/find-session.ts'

const {
  transcript: _,
  from: __,
  session: ___,
  branch: ____,
  segment: _____,
  ...WINDOW_FIELDS
} = TRANSCRIPT_FIELDS

/** Of these the text says best what they are. */
const SAID: ReadonlySet<string> = new Set(['text', 'reasoning'])
const BEGINNING = 96

/** `varve fit window`: what fitting would have done to the window of a captured session. */
export const fitWindow = defineOperation({
  name: 'fit window',
  summary: 'Show the window of a captured session, part by part, as fitting it would have left it',
  effect: 'reads',
  fields: {
    session: positional('Its id, the start of it, or a commit that was made in it', 'session'),
    ...WINDOW_FIELDS,
  },
  examples: ['varve fit window s_3f9a20c1', 'varve fit window s_3f9a20c1 --preset lean --json'],
  run({ session: typed, ...input }, context) {
    const reader = context.reading()
    const session = findSession(reader, typed)
    const transcript = capturedTranscript(session, reader.sessionMessages(session.id))
    const places = placesOf(transcript)
    const whole = { from: undefined, session: undefined, branch: undefined, segment: undefined }
    const settings = settingsOf({ ...whole, ...input }, context, transcript)
    const window = fitSegments(transcript, settings, `varve fit window ${session.id}`)
    const { redact, preset, budget } = settings
    const messages = windowMessages(window, { redact, cwd: transcript.cwd }, ({ key, kind, text }) => ({
      key,
      ...(SAID.has(kind) && { begins: clipLine(redact(parseSlashCommand(text)?.typed ?? text), BEGINNING) }),
      ...(places.get(key) ?? { message: null, place: 0 }),
    }))
    const asked = firstAsked(reader, session.id)
    const live = context.ledger()?.load(session.id)?.passes.length ?? 0
    const passes = window.sizes.filter(({ pass }) => pass !== undefined)
    const { levels } = window.view
    return {
      json: {
        session: session.id,
        agent: session.agent,
        title: session.title ?? null,
        asked: asked === undefined ? null : clipLine(asked, BEGINNING),
        preset,
        budget,
        call: window.call,
        calls: window.calls,
        levels,
        live_passes: live,
        sizes: window.sizes.map(({ call, raw, shown, pass }) => ({
          call,
          raw: Math.round(raw),
          shown: Math.round(shown),
          pass: pass !== undefined,
        })),
        messages,
      },
      human: `${[
        `${session.id}  ${session.agent}  call ${window.call} of ${window.calls}`,
        `${sizesText(window)}, ${passes.length} ${passes.length === 1 ? 'pass' : 'passes'}`,
        `${levels.full} in full, ${levels.compressed} compressed, ${levels.placeholder} left out`,
        ...messages.flatMap(({ number, role, parts }) =>
          parts
            .filter(({ level }) => level !== 'full')
            .map(
              ({ kind, name, tokens, shown, why, handle }) =>
                `  #${number} ${role}  ${kind}${name === '' ? '' : ` ${name}`}  ${tokenSize(tokens)} → ${tokenSize(shown)}  ${why}  ${handle}`,
            ),
        ),
      ].join('\n')}\n`,
      records: `${[
        recordHeader('fit.window', { session: session.id, call: window.call, passes: passes.length }),
        ...messages.flatMap(({ number, parts }) =>
          parts.map(({ kind, level, tokens, shown, reason, handle }) =>
            recordLine('D', ['part', handle, kind], { message: number, level, tokens, shown, reason }),
          ),
        ),
      ].join('\n')}\n`,
    }
  },
})

/** Where each part is kept: the message, and its place in it. */
function placesOf({
  segments,
}: ReturnType<typeof capturedTranscript>): ReadonlyMap<
  string,
  { readonly message: string; readonly place: number }
> {
  const messages = segments.flatMap(({ window }) => window.messages)
  return new Map(
    messages.flatMap(({ parts, keys, starts = [0] }) =>
      parts.map(({ key }, index) => {
        const nth = starts.findLastIndex((start) => start <= index)
        return [key, { message: keys[nth] ?? '', place: index - (starts[nth] ?? 0) }] as const
      }),
    ),
  )
}

function sizesText({ sizes }: FittedWindow): string {
  const last = sizes.at(-1)
  return `${tokenSize(last?.raw ?? 0)} → ${tokenSize(last?.shown ?? 0)} tokens`
}

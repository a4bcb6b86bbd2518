import { VarveError, withoutUndefined } from '@varve/core'
import {
  callNumber,
  createFidelity,
  FB2_RULES,
  type Message,
  messageTokens,
  type ReplaySegment,
  replaySession,
  type TokenCounter,
  type Transcript,
  type View,
  type Window,
} from '@varve/core/fidelity'
import { engineOptions } from './engine-options.ts'
import type { CallSize, FitSettings, FittedWindow } from './fitted-session.ts'

/** Steps a session’s engine up to the call that is asked for. */
export function fitSegments(transcript: Transcript, settings: FitSettings): FittedWindow {
  return fitWindowAt(transcript, replaySession(transcript).segments, settings)
}

/** The same of segments that were read already. */
export function fitWindowAt(
  transcript: Transcript,
  segments: readonly ReplaySegment[],
  settings: FitSettings,
): FittedWindow {
  const number = settings.segment ?? largestSegment(segments)
  const segment = segments[number - 1]
  if (segment === undefined) throw outOfRange('segment', number, segments.length)
  const { messages } = segment
  const answers = messages.flatMap(({ role }, index) => (role === 'assistant' && index >= 1 ? [index] : []))
  const call = settings.call ?? answers.length
  if (call < 1 || call > answers.length) throw outOfRange('call', call, answers.length)
  const { store } = settings
  const fidelity = createFidelity({ ...engineOptions(settings, transcript), ...withoutUndefined({ store }) })
  const overhead = { tokens: FB2_RULES.overhead, hash: 'replay' }
  const sizes: CallSize[] = []
  let before: View | undefined
  let view: View | undefined
  for (const length of answers.slice(0, call)) {
    const window = { messages: messages.slice(0, length), overhead, sessionId: transcript.sessionId }
    before = view
    view = fidelity.prepare({ window })
    const { pass } = view
    sizes.push({
      call: callNumber(window.messages),
      raw: rawTokens(window, settings.counter),
      shown: view.tokens,
      ...(pass && { pass }),
    })
  }
  if (view === undefined) throw outOfRange('call', call, answers.length)
  const shown = messages.slice(0, answers[call - 1] ?? 0)
  const parts = fidelity.explain()
  return {
    segment: number,
    call,
    calls: answers.length,
    messages: shown,
    before,
    view,
    parts,
    sizes,
    fidelity,
  }
}

const counted = new WeakMap<Message, number>()

/** A window grows at its end, so that nearly all of it is counted already. */
function rawTokens(window: Window, counter: TokenCounter): number {
  let tokens = window.overhead.tokens
  for (const message of window.messages) {
    const known = counted.get(message) ?? messageTokens(message, counter)
    counted.set(message, known)
    tokens += known
  }
  return tokens
}

/** The segment with the most messages: there a pass has most to do. */
function largestSegment(segments: readonly ReplaySegment[]): number {
  const most = Math.max(0, ...segments.map(({ messages }) => messages.length))
  return segments.findIndex(({ messages }) => messages.length === most) + 1
}

function outOfRange(what: string, given: number, most: number): VarveError {
  return new VarveError('usage', `${what} ${given} of ${most}: there is none`, {
    fix: [`varve fit <transcript> --${what} ${Math.max(1, most)}`],
  })
}

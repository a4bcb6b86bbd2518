import { VarveError } from '@varve/core'
import { type ReplaySegment, replaySession, type Transcript } from '@varve/core/fidelity'
import type { FitSettings, FittedWindow } from './fitted-session.ts'
import { SegmentFitting } from './segment-fitting.ts'

/** Steps a session’s engine up to the call that is asked for. */
export function fitSegments(transcript: Transcript, settings: FitSettings, command?: string): FittedWindow {
  return fitWindowAt(transcript, replaySession(transcript).segments, settings, undefined, command)
}

/** The same of segments that were read already, and where the one that is looked at was fitted to its end. */
export function fitWindowAt(
  transcript: Transcript,
  segments: readonly ReplaySegment[],
  settings: FitSettings,
  fitted?: SegmentFitting,
  command = 'varve fit <transcript>',
): FittedWindow {
  const [number, segment] = segmentLookedAt(segments, settings)
  const { messages } = segment
  const answers = messages.flatMap(({ role }, index) => (role === 'assistant' && index >= 1 ? [index] : []))
  if (answers.length === 0) {
    throw new VarveError('usage', 'the agent has not answered in this session: no window was sent yet', {
      fix: ['varve session list'],
    })
  }
  const call = settings.call ?? answers.length
  if (call < 1 || call > answers.length) throw outOfRange('call', call, answers.length, command)
  const fitting = fitted ?? new SegmentFitting(transcript, settings, true)
  if (fitted === undefined)
    for (const length of answers.slice(0, call)) fitting.step(messages.slice(0, length))
  const { fidelity, sizes, before, view } = fitting
  if (view === undefined) throw outOfRange('call', call, answers.length, command)
  return {
    segment: number,
    call,
    calls: answers.length,
    messages: messages.slice(0, answers[call - 1] ?? 0),
    before,
    view,
    parts: fidelity.explain(),
    sizes,
    fidelity,
  }
}

/** The segment whose window is shown, with its number: the one with the most messages has most to do. */
export function segmentLookedAt(
  segments: readonly ReplaySegment[],
  settings: Pick<FitSettings, 'segment'>,
): readonly [number: number, segment: ReplaySegment] {
  const most = segments.reduce((least, { messages }) => Math.max(least, messages.length), 0)
  const number = settings.segment ?? segments.findIndex(({ messages }) => messages.length === most) + 1
  const segment = segments[number - 1]
  if (segment === undefined) throw outOfRange('segment', number, segments.length)
  return [number, segment]
}

function outOfRange(
  what: string,
  given: number,
  most: number,
  command = 'varve fit <transcript>',
): VarveError {
  return new VarveError('usage', `${what} ${given} of ${most}: there is none`, {
    fix: [`${command} --${what} ${Math.max(1, most)}`],
  })
}

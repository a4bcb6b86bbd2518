import { replaySession, type Transcript } from '@varve/core/fidelity'
import { adviceOf } from './batch-advice.ts'
import { fitWindowAt, segmentLookedAt } from './fit-window-at.ts'
import type { FitSettings, FittedSession } from './fitted-session.ts'
import { replayPolicies } from './replay-policies.ts'

/** Replays a session under no policy, the chosen one, and a plain one; and looks closely at one of its windows. */
export function fitSession(
  transcript: Transcript,
  settings: FitSettings,
  progress: (done: number, total: number) => void = () => undefined,
): FittedSession {
  const { segments } = replaySession(transcript)
  const [, lookedAt] = segmentLookedAt(segments, settings)
  // A window that isn't the replay's last is stepped to by itself: kept is what was decided up to it, and no more.
  const own = settings.call === undefined && lookedAt.from === 0 ? lookedAt : undefined
  const replayed = replayPolicies(transcript, segments, settings, { progress, lookedAt: own })
  const { fitting, calls, peak, policies, money } = replayed
  const window = fitWindowAt(transcript, segments, settings, fitting)
  return {
    transcript,
    settings,
    segments,
    calls,
    peak,
    policies,
    money,
    window,
    advice: adviceOf(window, settings, money),
    issues: [...transcript.issues, ...window.view.issues],
  }
}

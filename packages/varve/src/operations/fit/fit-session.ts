import type { Transcript } from '@varve/core/fidelity'
import { adviceOf } from './batch-advice.ts'
import { fitWindowAt } from './fit-window-at.ts'
import type { FitSettings, FittedSession } from './fitted-session.ts'
import { replayPolicies } from './replay-policies.ts'

/** Replays a session under no policy, the chosen one, and a plain one; and looks closely at one of its windows. */
export function fitSession(
  transcript: Transcript,
  settings: FitSettings,
  progress: (done: number, total: number) => void = () => undefined,
): FittedSession {
  const { segments, calls, peak, policies, money } = replayPolicies(transcript, settings, progress)
  const window = fitWindowAt(transcript, segments, settings)
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

import { withoutUndefined } from '@varve/core'
import { type FidelityOptions, type Transcript, TUNING } from '@varve/core/fidelity'
import type { FitSettings } from './fitted-session.ts'

/** The options of a session’s engine, as the command line says. */
export function engineOptions(settings: FitSettings, { sessionId, cwd }: Transcript): FidelityOptions {
  const { budget, profile, preset, high, low, counter, pins, redact, tuning, prices, expectedCalls, recall } =
    settings
  return {
    sessionId,
    budget,
    profile,
    preset,
    counter,
    redact,
    ...(high === undefined ? {} : { high }),
    ...(low === undefined ? {} : { low }),
    ...(cwd === undefined ? {} : { workingDirectory: cwd }),
    recall,
    tuning: { ...tuning, pins: [...(tuning.pins ?? TUNING.pins), ...pins] },
    ...withoutUndefined({ prices, expectedCalls }),
  }
}

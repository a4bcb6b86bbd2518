import { bestBatch, PRESETS, TUNING, watermarks } from '@varve/core/fidelity'
import type { FitSettings, FittedSession, FittedWindow } from './fitted-session.ts'
import type { Money } from './money.ts'

/** How many tokens between two passes cost least, beside those that the marks leave. */
export function adviceOf(
  { sizes }: FittedWindow,
  settings: FitSettings,
  { prices }: Money,
): FittedSession['advice'] {
  const { high, low } = watermarks(settingsMarks(settings), { ...TUNING, ...PRESETS[settings.preset] })
  const first = sizes[0]?.raw ?? 0
  const growth = sizes.length < 2 ? 0 : ((sizes.at(-1)?.raw ?? 0) - first) / (sizes.length - 1)
  const batch = bestBatch({ prices, cold: 0, staying: low, growth })
  return { batch: Math.round(batch), high: Math.round(high), low: Math.round(low) }
}

function settingsMarks({ budget, high, low }: FitSettings) {
  return { budget, ...(high === undefined ? {} : { high }), ...(low === undefined ? {} : { low }) }
}

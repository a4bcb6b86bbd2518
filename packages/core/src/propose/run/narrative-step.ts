import type { Narrative } from '../ledger.ts'
import {
  NARRATE_PROMPT,
  type NarrativeRules,
  narrativeFault,
  parseNarrative,
} from '../narrative/narrative.ts'
import { type NarratedLines, narrativeKey } from '../narrative/narrative-key.ts'
import type { Asker } from './ask.ts'
import type { Planned, Refused, Skipped } from './outcome.ts'

export interface NarrativeStepContext extends NarrativeRules {
  readonly asker: Asker
  readonly maxInputTokens: number
  readonly maxOutputTokens: number
  readonly known: readonly Narrative[]
  /** Categories that are asked about. */
  readonly only: ReadonlySet<string> | undefined
  /** Asks anew where none passed. */
  readonly retryRejected: boolean
  readonly full: boolean
  readonly noCalls: boolean
}

export interface NarrativeStep {
  /** What there is for today's lines. */
  readonly narratives: readonly Narrative[]
  /** Those of it that passed just now. */
  readonly written: readonly Narrative[]
  readonly refused: readonly Refused[]
  readonly skipped: readonly Skipped[]
  readonly planned: readonly Planned[]
}

/** Asks for prose for each stretch of lines that has none for what the index lists today. */
export async function runNarrativeStep(
  stretches: readonly NarratedLines[],
  context: NarrativeStepContext,
): Promise<NarrativeStep> {
  const narratives: Narrative[] = []
  const written: Narrative[] = []
  const refused: Refused[] = []
  const skipped: Skipped[] = []
  const planned: Planned[] = []
  for (const lines of stretches) {
    const { category, bullets, share } = lines
    const key = narrativeKey(lines)
    const known = context.known.find((narrative) => narrative.category === category && narrative.key === key)
    if (isDecided(known, category, context)) {
      if (known !== undefined) narratives.push(known)
      continue
    }
    const sources = bullets.map(({ id }) => id)
    const about = { step: 'narrative' as const, category, entries: sources }
    const shown = bullets.map(({ text }) => JSON.stringify({ text: context.redact(text) }))
    const user = [`At most ${share} tokens.`, ...shown].join('\n')
    const input = context.asker.inputOf(NARRATE_PROMPT, user)
    if (input > context.maxInputTokens) {
      skipped.push({ ...about, reason: 'too large', attempts: 0 })
      continue
    }
    planned.push({ ...about, input, output: context.maxOutputTokens })
    const asked = context.noCalls ? undefined : await context.asker.ask(NARRATE_PROMPT, user, parseNarrative)
    if (asked?.kind === 'answer') {
      const fault = narrativeFault(lines, asked.value, context)
      // That none passed is kept too: the same lines aren't asked about again.
      const narrative = { category, key, sources, text: fault === undefined ? asked.value : '' }
      narratives.push(narrative)
      if (fault === undefined) written.push(narrative)
      else refused.push({ ...about, prompt: NARRATE_PROMPT.name, ...fault })
      continue
    }
    if (asked !== undefined) skipped.push({ ...about, reason: asked.reason, attempts: asked.attempts })
    if (known !== undefined) narratives.push(known)
  }
  return { narratives, written, refused, skipped, planned }
}

function isDecided(
  known: Narrative | undefined,
  category: string,
  { only, full, retryRejected }: Pick<NarrativeStepContext, 'only' | 'full' | 'retryRejected'>,
): boolean {
  if (only?.has(category) === false) return true
  if (known === undefined || full) return false
  return known.text !== '' || !retryRejected
}

import type { TokenCounter } from '../../ports/token-counter.ts'
import type { Narrative } from '../ledger.ts'
import {
  NARRATE_PROMPT,
  type NarratedCategory,
  narrativeFault,
  narrativeKey,
  parseNarrative,
} from '../narrative/narrative.ts'
import type { Asker } from './ask.ts'
import type { Planned, Skipped } from './outcome.ts'

export interface NarrativeStepContext {
  readonly asker: Asker
  readonly redact: (text: string) => string
  readonly counter: TokenCounter
  readonly recall: number
  readonly maxInputTokens: number
  readonly maxOutputTokens: number
  readonly known: readonly Narrative[]
  /** Asks anew where none passed. */
  readonly retryRejected: boolean
  readonly noCalls: boolean
}

export interface NarrativeStep {
  readonly narratives: readonly Narrative[]
  readonly skipped: readonly Skipped[]
  readonly planned: readonly Planned[]
}

/** Asks for the prose of each category that has none for what the index lists today. */
export async function runNarrativeStep(
  categories: readonly NarratedCategory[],
  context: NarrativeStepContext,
): Promise<NarrativeStep> {
  const narratives: Narrative[] = []
  const skipped: Skipped[] = []
  const planned: Planned[] = []
  for (const each of categories) {
    const { category, bullets, share } = each
    const key = narrativeKey(each)
    const known = context.known.find((narrative) => narrative.category === category && narrative.key === key)
    if (known !== undefined && (known.text !== '' || !context.retryRejected)) {
      narratives.push(known)
      continue
    }
    const about = { step: 'narrative' as const, category, entries: bullets.map(({ id }) => id) }
    const lines = bullets.map(({ text }) => JSON.stringify({ text: context.redact(text) }))
    const user = [`At most ${share} tokens.`, ...lines].join('\n')
    const input = context.asker.inputOf(NARRATE_PROMPT, user)
    if (input > context.maxInputTokens) {
      skipped.push({ ...about, reason: 'too large', attempts: 0 })
      continue
    }
    planned.push({ ...about, input, output: context.maxOutputTokens })
    if (context.noCalls) continue
    const asked = await context.asker.ask(NARRATE_PROMPT, user, parseNarrative)
    if (asked.kind !== 'answer') {
      skipped.push({ ...about, reason: asked.reason, attempts: asked.attempts })
      continue
    }
    const fault = narrativeFault(each, asked.value, context)
    // That none passed is kept too: the same bullets aren't asked about again.
    narratives.push({ category, key, text: fault === undefined ? asked.value : '' })
    if (fault !== undefined) skipped.push({ ...about, reason: fault, attempts: 1 })
  }
  return { narratives, skipped, planned }
}

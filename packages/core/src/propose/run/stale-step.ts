import { judgeVerdicts, parseVerdicts, type StaleVerdict } from '../stale/judge-verdict.ts'
import { STALE_PROMPT } from '../stale/stale-prompt.ts'
import { type Doubt, doubtBatches, doubtLines } from '../stale/stale-question.ts'
import type { Asker } from './ask.ts'
import type { Planned, Skipped } from './outcome.ts'

export interface StaleStepContext {
  readonly asker: Asker
  readonly redact: (text: string) => string
  readonly maxEntries: number
  readonly maxInputTokens: number
  readonly maxOutputTokens: number
  readonly decided: ReadonlySet<string>
  readonly noCalls: boolean
}

export interface StaleStep {
  readonly verdicts: readonly StaleVerdict[]
  readonly skipped: readonly Skipped[]
  readonly planned: readonly Planned[]
  readonly decided: readonly string[]
}

/** Asks of each doubt that was not answered for the same text and the same files. */
export async function runStaleStep(doubts: readonly Doubt[], context: StaleStepContext): Promise<StaleStep> {
  const verdicts: StaleVerdict[] = []
  const skipped: Skipped[] = []
  const planned: Planned[] = []
  const decided: string[] = []
  const open = doubts.filter(({ name }) => !context.decided.has(name))
  const waiting = [...doubtBatches(open, context.maxEntries)].reverse()
  for (let batch = waiting.pop(); batch !== undefined; batch = waiting.pop()) {
    const about = {
      step: 'stale' as const,
      category: batch[0]?.entry.category ?? '',
      entries: batch.map(({ entry }) => entry.id),
    }
    const user = doubtLines(batch, context.redact)
    const input = context.asker.inputOf(STALE_PROMPT, user)
    if (input > context.maxInputTokens) {
      if (batch.length < 2) skipped.push({ ...about, reason: 'too large', attempts: 0 })
      else {
        const middle = Math.ceil(batch.length / 2)
        waiting.push(batch.slice(middle), batch.slice(0, middle))
      }
      continue
    }
    planned.push({ ...about, input, output: context.maxOutputTokens })
    if (context.noCalls) continue
    const asked = await context.asker.ask(STALE_PROMPT, user, parseVerdicts)
    if (asked.kind !== 'answer') {
      skipped.push({ ...about, reason: asked.reason, attempts: asked.attempts })
      continue
    }
    verdicts.push(...judgeVerdicts(batch, asked.value))
    decided.push(...batch.map(({ name }) => name))
  }
  return { verdicts, skipped, planned, decided }
}

import type { Embedder } from '../../ports/embedder.ts'
import { startOfYoung } from '../groups/new-violations.ts'
import { lastHumanText } from '../model/human-text.ts'
import type { Part } from '../model/message.ts'
import type { GuardedCompressor } from '../written/guarded-compressor.ts'
import type { PrefetchReport } from '../written/written-texts.ts'
import type { LiveSession } from './live-session.ts'

export interface PrefetchOptions {
  /** `guarded(compressor)`. */
  readonly compressor?: GuardedCompressor
  readonly embedder?: Embedder
  /** Milliseconds since 1970 after which an answer is of no use. */
  readonly deadline: number
  /** Tokens of a text that are sent at most. */
  readonly maxInputTokens?: number
}

/** Has models write and embed what the next pass may give up. */
export async function prefetchTexts(live: LiveSession, options: PrefetchOptions): Promise<PrefetchReport> {
  const { compressor, embedder, deadline, maxInputTokens } = options
  const { tuning, facts, redact } = live
  const maxTokens = tuning.compressedMaxTokens
  const long = candidates(live).filter(
    (part) => part.kind === 'tool_result' && facts.of(part).tokens > 2 * maxTokens,
  )
  const job = { parts: long, maxTokens, maxInputTokens, deadline, counter: facts.counter, redact }
  const none = { written: 0, cached: 0, refused: {} }
  const written = compressor === undefined ? none : await live.written.compress({ ...job, compressor })
  const messages = live.window?.messages ?? []
  const embedded =
    embedder === undefined
      ? 0
      : await live.written.embed(embedder, candidates(live), lastHumanText(messages), maxInputTokens)
  return { ...written, embedded }
}

/** Calls and results that are shown in full and old enough to go. */
function candidates({ window, ledger, tuning, facts }: LiveSession): readonly Part[] {
  const messages = window?.messages ?? []
  return messages.slice(0, startOfYoung(messages, tuning.minAgeCalls)).flatMap(({ parts }) =>
    parts.filter((part) => {
      if (part.opaque === true || (ledger.find(part.key)?.level ?? 'full') === 'placeholder') return false
      const { tokens } = facts.of(part)
      if (part.kind === 'tool_result') return tokens >= tuning.minResultTokens
      return part.kind === 'tool_call' && tokens >= tuning.minCallTokens
    }),
  )
}

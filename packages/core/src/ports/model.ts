import type { JsonObject } from '../domain/json.ts'

/** One question to a model. Its texts are masked already, and name no id of the memory. */
export interface ModelRequest {
  /** Names the question: equal questions have equal names. */
  readonly task: string
  /** The version of the instructions, such as `dedup/1`. */
  readonly prompt: string
  readonly system: string
  readonly user: string
  /** JSON Schema of the answer. */
  readonly schema: JsonObject
  readonly maxOutputTokens: number
  /** How long this one attempt may take. */
  readonly timeoutMs: number
}

export interface ModelUsage {
  readonly input: number
  readonly output: number
}

/**
 * Why there is no answer. `timeout`, `connection`, `server`: may pass by itself. `rate_limited`: later.
 * `denied`: the key. `refused`: this question. `cut`: more to say than it may. `unavailable`: nobody to ask.
 * `cancelled`: whoever asked went away.
 */
export const MODEL_FAILURES = [
  'timeout',
  'connection',
  'server',
  'rate_limited',
  'denied',
  'refused',
  'cut',
  'unavailable',
  'cancelled',
] as const
export type ModelFailure = (typeof MODEL_FAILURES)[number]

/** What came of one attempt: failures are data, for each is dealt with in its own way. */
export type ModelResult =
  | { readonly kind: 'answer'; readonly text: string; readonly usage?: ModelUsage }
  | {
      readonly kind: 'failure'
      readonly failure: ModelFailure
      /** In plain words, and without a secret. */
      readonly message: string
      readonly retryAfterMs?: number
      readonly usage?: ModelUsage
    }

/** A model, however it is reached. One call is one attempt; whoever asks counts them, and asks again. */
export interface Model {
  /** `anthropic`, `openai-compatible`, `command` …: for whoever reads the log. */
  readonly provider: string
  readonly name: string
  complete(request: ModelRequest): Promise<ModelResult>
  /** Dollars, where its prices are known. */
  costOf?(usage: ModelUsage): number
}

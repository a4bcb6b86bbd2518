import { sha256 } from '../../domain/sha256.ts'
import type { WallClock } from '../../ports/clock.ts'
import type { Model, ModelFailure, ModelResult } from '../../ports/model.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'
import type { Prompt } from '../prompts/prompt.ts'
import type { RunBudget } from './budget.ts'

const BACK_OFF_MS = [1000, 4000]
/** A pause that a model asks for is kept where it is no longer. */
const LONGEST_PAUSE_MS = 30_000
/** An answer of more than this for each token that it may have is none. */
const MOST_CHARACTERS_A_TOKEN = 4
const MOST_FAILED_IN_A_ROW = 3

export interface AskContext {
  readonly model: Model
  readonly budget: RunBudget
  readonly clock: WallClock
  readonly pause: (ms: number) => Promise<void>
  readonly counter: TokenCounter
  readonly limits: AskLimits
  /** Masks secrets: a transport may repeat one in what it says of a failure. */
  readonly redact: (text: string) => string
  /** Answers of a run that was broken off, by question. */
  readonly kept: ReadonlyMap<string, string>
  /** Keeps an answer before anything is made of it. */
  readonly keep: (task: string, text: string) => void
}

export interface AskLimits {
  readonly maxOutputTokens: number
  readonly maxInputTokens: number
  readonly callTimeoutMs: number
  readonly retries: number
}

/** An answer that could be read, or why there is none. `stop`: no further question has a point. */
export type Asked<T> = { readonly kind: 'answer'; readonly value: T; readonly retries: number } | Unanswered

interface Unanswered {
  readonly kind: 'failed' | 'stop'
  readonly reason: string
  readonly attempts: number
}

/** Asks the questions of one run, one after another, within its budget. */
export interface Asker {
  ask<T>(prompt: Prompt, user: string, parse: (text: string) => T | undefined): Promise<Asked<T>>
  /** Tokens of a question. */
  inputOf(prompt: Prompt, user: string): number
  /** Why the run came to an end before its questions did. */
  readonly stopped: { readonly reason: string; readonly isBudget: boolean } | undefined
}

export function openAsker(context: AskContext): Asker {
  const { budget, clock, limits, counter } = context
  let stopped: Asker['stopped']
  let failedInARow = 0
  const inputOf = (prompt: Prompt, user: string) =>
    counter.count(`${prompt.system}\n${user}\n${JSON.stringify(prompt.schema)}`)
  const stop = (reason: string, attempts: number, isBudget: boolean): Unanswered => {
    stopped = { reason, isBudget }
    return { kind: 'stop', reason, attempts }
  }
  const fail = (reason: string, attempts: number): Unanswered => {
    failedInARow += 1
    const many = `${MOST_FAILED_IN_A_ROW} failed one after another: ${reason}`
    return failedInARow < MOST_FAILED_IN_A_ROW
      ? { kind: 'failed', reason, attempts }
      : stop(many, attempts, false)
  }

  async function ask<T>(
    prompt: Prompt,
    user: string,
    parse: (text: string) => T | undefined,
  ): Promise<Asked<T>> {
    if (stopped !== undefined) return { kind: 'stop', reason: stopped.reason, attempts: 0 }
    const task = taskOf(prompt, user)
    const before = context.kept.get(task)
    const known = before === undefined ? undefined : parse(before)
    if (known !== undefined) return { kind: 'answer', value: known, retries: 0 }
    const reserve = { input: inputOf(prompt, user), output: limits.maxOutputTokens }
    let unreadable = 0
    for (let attempt = 1; ; attempt += 1) {
      const refusal = budget.refusal(reserve, clock.now())
      if (refusal !== undefined) return stop(`budget of ${refusal}`, attempt - 1, true)
      const result = await attemptOnce(context, prompt, { task, user })
      budget.count(result.usage, reserve)
      const read = readAnswer(result, parse, context)
      if (read.kind === 'answer') {
        failedInARow = 0
        context.keep(task, read.text)
        return { kind: 'answer', value: read.value, retries: attempt - 1 }
      }
      if (read.isUnreadable) unreadable += 1
      const pauseMs = read.isUnreadable ? 0 : pauseAfter(result, attempt)
      const isOver = unreadable > 1 || attempt > limits.retries || pauseMs >= budget.timeLeft(clock.now())
      if (read.isLast || (isOver && read.isLimit)) return stop(read.reason, attempt, read.isLimit)
      if (isOver) return fail(read.reason, attempt)
      if (pauseMs > 0) await context.pause(pauseMs)
    }
  }

  return {
    ask,
    inputOf,
    get stopped() {
      return stopped
    },
  }
}

function attemptOnce(
  { model, budget, clock, limits }: AskContext,
  prompt: Prompt,
  { task, user }: { readonly task: string; readonly user: string },
): Promise<ModelResult> {
  return model.complete({
    task,
    prompt: prompt.name,
    system: prompt.system,
    user,
    schema: prompt.schema,
    maxOutputTokens: limits.maxOutputTokens,
    timeoutMs: Math.min(limits.callTimeoutMs, budget.timeLeft(clock.now())),
  })
}

const TASK_LENGTH = 16

function taskOf(prompt: Prompt, user: string): string {
  return sha256(`${prompt.name}\n${user}`).slice(0, TASK_LENGTH)
}

type Read<T> =
  | { readonly kind: 'answer'; readonly value: T; readonly text: string }
  | {
      readonly kind: 'none'
      readonly reason: string
      /** Another question would fare no better. */
      readonly isLast: boolean
      readonly isLimit: boolean
      readonly isUnreadable: boolean
    }

function readAnswer<T>(
  result: ModelResult,
  parse: (text: string) => T | undefined,
  { limits: { maxOutputTokens }, redact }: Pick<AskContext, 'limits' | 'redact'>,
): Read<T> {
  if (result.kind === 'failure') return readFailure({ ...result, message: redact(result.message) })
  const { text } = result
  if (text.length > MOST_CHARACTERS_A_TOKEN * maxOutputTokens) return unreadable('the answer is too long')
  const value = parse(text)
  return value === undefined ? unreadable('the answer is not of the schema') : { kind: 'answer', value, text }
}

function unreadable(reason: string): Read<never> {
  return { kind: 'none', reason, isLast: false, isLimit: false, isUnreadable: true }
}

function readFailure({
  failure,
  message,
  retryAfterMs = 0,
}: Extract<ModelResult, { kind: 'failure' }>): Read<never> {
  const isLimit = failure === 'rate_limited'
  return {
    kind: 'none',
    reason: `${failure}: ${message}`,
    isLast: LAST.includes(failure) || (isLimit && retryAfterMs > LONGEST_PAUSE_MS),
    isLimit,
    isUnreadable: failure === 'cut' || failure === 'refused',
  }
}

const LAST: readonly ModelFailure[] = ['denied', 'unavailable', 'cancelled']

function pauseAfter(result: ModelResult, attempt: number): number {
  const asked = result.kind === 'failure' ? result.retryAfterMs : undefined
  return asked ?? BACK_OFF_MS[attempt - 1] ?? BACK_OFF_MS.at(-1) ?? 0
}

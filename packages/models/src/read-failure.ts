import type { ModelFailure, ModelResult } from '@varve/core'

interface Circumstances {
  readonly key: string | undefined
  readonly isLate: boolean
  readonly isCancelled: boolean
}

const LONGEST_MESSAGE = 200

/** An error of a provider's package, as one of the few ways in which an attempt fails. */
export function readFailure(
  ai: Pick<typeof import('ai'), 'APICallError'>,
  error: unknown,
  { key, isLate, isCancelled }: Circumstances,
): ModelResult {
  if (isCancelled) return failure('cancelled', 'it was broken off')
  if (isLate) return failure('timeout', 'no answer in time')
  if (!ai.APICallError.isInstance(error)) return failure('connection', messageOf(error, key))
  const { statusCode, responseHeaders } = error
  const kind = kindOf(statusCode)
  const retryAfterMs = kind === 'rate_limited' ? pauseIn(responseHeaders) : undefined
  const message = `${statusCode === undefined ? '' : `HTTP ${statusCode} `}${messageOf(error, key)}`
  return { ...failure(kind, message), ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

function failure(kind: ModelFailure, message: string) {
  return { kind: 'failure', failure: kind, message } as const
}

function kindOf(status: number | undefined): ModelFailure {
  if (status === undefined) return 'connection'
  if (status === 401 || status === 403) return 'denied'
  if (status === 429) return 'rate_limited'
  if (status === 408) return 'timeout'
  // A body that is no answer of the protocol comes with a status of success.
  return status >= 500 || status < 300 ? 'server' : 'refused'
}

/** `retry-after` in seconds or as a date would need a clock: dates are left to the back-off. */
function pauseIn(headers: Readonly<Record<string, string>> | undefined): number | undefined {
  const exact = Number(headers?.['retry-after-ms'])
  if (Number.isFinite(exact) && headers?.['retry-after-ms'] !== undefined) return exact
  const seconds = Number(headers?.['retry-after'])
  return headers?.['retry-after'] !== undefined && Number.isFinite(seconds) ? seconds * 1000 : undefined
}

/** In one short line, and without the key, whatever a server said. */
function messageOf(error: unknown, key: string | undefined): string {
  const text = error instanceof Error ? error.message : String(error)
  const masked = key === undefined || key === '' ? text : text.replaceAll(key, '…')
  return masked.replace(/\s+/g, ' ').trim().slice(0, LONGEST_MESSAGE)
}

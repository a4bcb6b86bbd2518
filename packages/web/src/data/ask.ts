/** What an operation says where it fails, or why nothing could be asked. */
export class AskError extends Error {
  readonly type: string
  readonly fix: readonly string[]

  constructor(type: string, message: string, fix: readonly string[] = []) {
    super(message)
    this.type = type
    this.fix = fix
  }
}

/** Of an `AskError`: the server has another token than the one that this page was opened with. */
export const EXPIRED = 'expired'
/** Of an `AskError`: nobody listens. */
const GONE = 'gone'

/** Runs an operation by its name, with its fields, and gives back what `--json` prints. */
export async function ask<T>(
  operation: string,
  fields: Readonly<Record<string, unknown>> = {},
  signal?: AbortSignal,
): Promise<T> {
  const response = await send(`/api/${operation.replaceAll(' ', '/')}`, JSON.stringify(fields), signal)
  if (response.status === 401) throw new AskError(EXPIRED, 'This link is no longer good.', ['varve ui'])
  const answer = await response.json()
  if (response.ok) return answer
  const { type = 'refused', message = response.statusText, fix = [] } = answer.error ?? {}
  throw new AskError(type, message, fix)
}

async function send(path: string, body: string, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      ...(signal && { signal }),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new AskError(GONE, 'Nothing answers: the server was stopped.', ['varve ui'])
  }
}

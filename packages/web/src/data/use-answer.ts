import { useEffect, useState } from 'preact/hooks'
import { AskError, ask } from './ask.ts'
import { useLive } from './live.tsx'

export interface Answered<T> {
  /** The last good answer: it stays while the next one is awaited. */
  readonly answer: T | undefined
  readonly error: AskError | undefined
}

/** What an operation answers now, asked again whenever the memory changes. Undefined asks nothing. */
export function useAnswer<T>(
  operation: string | undefined,
  fields: Readonly<Record<string, unknown>> = {},
): Answered<T> {
  const { version } = useLive()
  const key = `${operation} ${JSON.stringify(fields)}`
  const [state, setState] = useState<Answered<T> & { readonly key: string }>({ key, ...NOTHING })
  useEffect(() => {
    if (operation === undefined) return
    const gone = new AbortController()
    ask<T>(operation, fields, gone.signal).then(
      (answer) => setState({ key, answer, error: undefined }),
      (error) => {
        if (!gone.signal.aborted) setState({ key, answer: undefined, error: asAskError(error) })
      },
    )
    return () => gone.abort()
  }, [key, version])
  // The answer to another question is none.
  return state.key === key ? state : NOTHING
}

const NOTHING = { answer: undefined, error: undefined }

export function asAskError(error: unknown): AskError {
  return error instanceof AskError ? error : new AskError('internal', String(error))
}

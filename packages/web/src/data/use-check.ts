import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { ask } from './ask.ts'
import { useLive } from './live.tsx'
import { type Answered, asAskError } from './use-answer.ts'

/** What took less is asked again whenever the memory changes. */
const QUICK_MS = 1000

export interface Check<T> extends Answered<T> {
  /** Whether the memory has changed since it was asked for. */
  readonly isOld: boolean
  readonly again: () => void
}

const NOTHING = {}

/** What an operation says that looks at everything: by itself while that is quick. */
export function useCheck<T>(operation: string, fields: object = NOTHING): Check<T> {
  const { version } = useLive()
  const [state, setState] = useState<Answered<T> & { readonly of?: number }>({
    answer: undefined,
    error: undefined,
  })
  const took = useRef(0)
  const isRunning = useRef(false)
  // Nobody has to go through the whole memory for who went elsewhere.
  const gone = useMemo(() => new AbortController(), [])
  useEffect(() => () => gone.abort(), [gone])
  const run = async () => {
    if (isRunning.current) return
    isRunning.current = true
    const begun = performance.now()
    const of = version
    await ask<T>(operation, { ...fields }, gone.signal).then(
      (answer) => setState({ of, answer, error: undefined }),
      (thrown) => {
        if (!gone.signal.aborted) setState({ of, answer: undefined, error: asAskError(thrown) })
      },
    )
    took.current = performance.now() - begun
    isRunning.current = false
  }
  useEffect(() => {
    if (took.current < QUICK_MS) run()
  }, [version])
  return { ...state, isOld: state.of !== undefined && state.of !== version, again: run }
}

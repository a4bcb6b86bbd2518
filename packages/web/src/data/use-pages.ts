import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { type AskError, ask } from './ask.ts'
import { useLive } from './live.tsx'
import { asAskError } from './use-answer.ts'

export interface Pages<T> {
  /** How many there are at most; undefined until the end was read. */
  readonly end: number | undefined
  readonly error: AskError | undefined
  item(index: number): T | undefined
  /** Asks for what isn't there yet of these. */
  need(first: number, last: number): void
}

/** The items of a long answer, asked for a page at a time as they come into sight, and anew when the memory changes. */
export function usePages<T>(
  operation: string,
  fields: Readonly<Record<string, unknown>>,
  size: number,
): Pages<T> {
  const { version } = useLive()
  const pages = useRef(new Map<number, readonly T[]>())
  const asked = useRef(new Map<number, number>())
  const sight = useRef<readonly [number, number]>([0, size])
  const [end, setEnd] = useState<number>()
  const [error, setError] = useState<AskError>()
  const [, setLoads] = useState(0)
  const key = JSON.stringify(fields)
  const need = useCallback(
    (first: number, last: number) => {
      sight.current = [first, last]
      for (let page = Math.floor(first / size); page * size < Math.max(last, 1); page += 1) {
        if (asked.current.get(page) === version) continue
        asked.current.set(page, version)
        ask<{ readonly items: readonly T[] }>(operation, {
          ...fields,
          limit: size,
          offset: page * size,
        }).then(
          ({ items }) => {
            pages.current.set(page, items)
            if (items.length < size && (items.length > 0 || page === 0)) setEnd(page * size + items.length)
            setError(undefined)
            setLoads((loads) => loads + 1)
          },
          (thrown) => {
            asked.current.delete(page)
            setError(asAskError(thrown))
          },
        )
      }
    },
    [version, operation, key, size],
  )
  useEffect(() => {
    // What was the end may have moved; what is in sight is asked for anew, the rest when it is scrolled to.
    setEnd(undefined)
    need(...sight.current)
  }, [need])
  return {
    end,
    error,
    item: (index) => pages.current.get(Math.floor(index / size))?.[index % size],
    need,
  }
}

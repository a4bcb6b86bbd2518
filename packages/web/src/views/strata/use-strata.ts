import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { ListAnswer, ListedEntry, StatusAnswer } from '../../data/answers.ts'
import { type AskError, ask } from '../../data/ask.ts'
import { useLive } from '../../data/live.tsx'
import { asAskError, useAnswer } from '../../data/use-answer.ts'

const PAGE = 100

export interface Strata {
  readonly status: StatusAnswer | undefined
  /** How many layers there are; undefined until somebody said. */
  readonly count: number | undefined
  readonly error: AskError | undefined
  layer(index: number): ListedEntry | undefined
  /** Those that were fetched, with their places. */
  loaded(): readonly (readonly [place: number, entry: ListedEntry])[]
  /** Fetches what isn't there yet of these. */
  need(first: number, last: number): void
}

/** What is held to be true, newest first, fetched as it comes into sight. */
export function useStrata(): Strata {
  const { version } = useLive()
  const { answer: status, error: statusError } = useAnswer<StatusAnswer>('status')
  const pages = useRef(new Map<number, readonly ListedEntry[]>())
  const asked = useRef(new Map<number, number>())
  const sight = useRef<readonly [number, number]>([0, PAGE])
  const [end, setEnd] = useState<number>()
  const [error, setError] = useState<AskError>()
  const [, setLoads] = useState(0)
  const need = useCallback(
    (first: number, last: number) => {
      sight.current = [first, last]
      for (let page = Math.floor(first / PAGE); page * PAGE < Math.max(last, 1); page += 1) {
        if (asked.current.get(page) === version) continue
        asked.current.set(page, version)
        ask<ListAnswer>('list', { sort: 'newest', under: true, limit: PAGE, offset: page * PAGE }).then(
          ({ items, has_more }) => {
            pages.current.set(page, items)
            if (!has_more && (items.length > 0 || page === 0)) setEnd(page * PAGE + items.length)
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
    [version],
  )
  useEffect(() => {
    // What was the end may have moved; what is in sight is fetched anew, the rest when it is scrolled to.
    setEnd(undefined)
    need(...sight.current)
  }, [need])
  return {
    status,
    count: end ?? status?.visible,
    error: error ?? statusError,
    layer: (index) => pages.current.get(Math.floor(index / PAGE))?.[index % PAGE],
    loaded: () =>
      [...pages.current].flatMap(([page, items]) =>
        items.map((item, at) => [page * PAGE + at, item] as const),
      ),
    need,
  }
}

import { useEffect, useRef, useState } from 'preact/hooks'
import { type AskError, ask } from '../../data/ask.ts'
import { useLive } from '../../data/live.tsx'
import { asAskError } from '../../data/use-answer.ts'
import { counted } from '../../data/words.ts'
import { Failure } from '../../parts/states.tsx'

/** Has texts compared that no comparison has seen yet: what is known is shown meanwhile. */
export function Comparing({ uncompared }: { readonly uncompared: number }) {
  const { refresh } = useLive()
  const tried = useRef<number>(undefined)
  const [error, setError] = useState<AskError>()
  useEffect(() => {
    // Where they can't be compared, as many are left: once is enough.
    if (uncompared === 0 || tried.current === uncompared) return
    tried.current = uncompared
    setError(undefined)
    ask('review', { limit: 1 }).then(refresh, (thrown) => setError(asAskError(thrown)))
  }, [uncompared])
  if (error !== undefined) return <Failure error={error} />
  if (uncompared === 0) return null
  return (
    <p class="quiet" role="status">
      Comparing {counted(uncompared, 'text')} with all others: more questions may turn up.
    </p>
  )
}

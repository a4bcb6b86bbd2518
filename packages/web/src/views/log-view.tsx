import { useState } from 'preact/hooks'
import type { LogAnswer } from '../data/answers.ts'
import { useAnswer } from '../data/use-answer.ts'
import { LogRow } from '../parts/log-row.tsx'
import { Empty, Failure, Waiting } from '../parts/states.tsx'

const STEP = 30
/** Of a change: an import has one for each entry. */
const MOST_OPS = 40

/** Every change, newest first, with its undo. */
export function LogView() {
  const [limit, setLimit] = useState(STEP)
  const { answer, error } = useAnswer<LogAnswer>('log', { limit, maxOps: MOST_OPS })
  if (error !== undefined) return <Failure error={error} />
  if (answer === undefined) return <Waiting />
  return (
    <div class="reading">
      <header class="view-head">
        <h1>Log</h1>
        <p>Every change, newest first. Each can be taken back, and so can that.</p>
      </header>
      {answer.items.length === 0 ? (
        <Empty title="Nothing was changed yet" />
      ) : (
        <ul class="log">
          {answer.items.map((item) => (
            <LogRow key={item.plan_id} item={item} />
          ))}
        </ul>
      )}
      {answer.items.length === limit && (
        <button type="button" onClick={() => setLimit(limit + STEP)}>
          Earlier changes
        </button>
      )}
    </div>
  )
}

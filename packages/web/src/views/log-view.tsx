import type { RefObject } from 'preact'
import type { LogItem, StatusAnswer } from '../data/answers.ts'
import { useAnswer } from '../data/use-answer.ts'
import { usePages } from '../data/use-pages.ts'
import { LogRow } from '../parts/log-row.tsx'
import { Empty, Failure, Waiting } from '../parts/states.tsx'
import { VirtualList } from '../parts/virtual-list.tsx'

const PAGE = 50
const ROW = 112
/** Of a change: an import has one for each entry. */
const MOST = { maxOps: 40 }

/** Every change, newest first, with its undo. */
export function LogView({ scroller }: { readonly scroller: RefObject<HTMLElement | null> }) {
  const { answer: status, error: unknown } = useAnswer<StatusAnswer>('status')
  const { end, error = unknown, item, need } = usePages<LogItem>('log', MOST, PAGE)
  const count = end ?? status?.records
  if (count === undefined) return error === undefined ? <Waiting /> : <Failure error={error} />
  return (
    <div class="reading">
      <header class="view-head">
        <h1>Log</h1>
        <p>Every change, newest first. Each can be taken back, and so can that.</p>
      </header>
      {error !== undefined && <Failure error={error} />}
      {count === 0 ? (
        <Empty title="Nothing was changed yet" />
      ) : (
        <VirtualList
          count={count}
          rowHeight={ROW}
          label="Changes, newest first"
          scroller={scroller}
          onRange={need}
          render={(index) => {
            const change = item(index)
            return change === undefined ? (
              <div class="log-row log-awaited" />
            ) : (
              <LogRow key={change.plan_id} item={change} />
            )
          }}
        />
      )}
    </div>
  )
}

import { useState } from 'preact/hooks'
import type { ChangeAnswer, LogItem, LogOperation, StatusChange } from '../data/answers.ts'
import { type AskError, ask } from '../data/ask.ts'
import { useLive } from '../data/live.tsx'
import { asAskError } from '../data/use-answer.ts'
import { counted, momentOf } from '../data/words.ts'
import { EntryLink } from './entry-link.tsx'
import { OperationLine } from './operation-line.tsx'
import { Failure } from './states.tsx'

const SHOWN = 4

/** One change: who, when, why, what it touched, and the way back. */
export function LogRow({ item }: { readonly item: LogItem }) {
  const [isWhole, setIsWhole] = useState(false)
  const all = withoutFirstSightings(item.ops)
  const ops = isWhole ? all : all.slice(0, SHOWN)
  return (
    <article class={item.undone_by === null ? 'log-row' : 'log-row log-undone'}>
      <div class="log-head">
        <span class="log-command">{item.command}</span>
        <span class="quiet">
          <time dateTime={item.at}>{momentOf(item.at)}</time> by {item.actor} via {item.via}
          {item.undone_by !== null && ', taken back'}
        </span>
        <WayBack item={item} />
      </div>
      {item.reason !== undefined && (
        <p class="quiet" dir="auto">
          {item.reason}
        </p>
      )}
      <ul class="ops">
        {ops.map((operation, nth) => (
          <li key={nth}>
            <OperationLine operation={operation} />
          </li>
        ))}
        {isWhole || all.length === ops.length
          ? (item.status_changes ?? []).filter(isNews).map(({ id, from, to }) => (
              <li key={id}>
                <span class="why">
                  {from ?? 'new'}, now {to ?? 'withdrawn'}
                </span>
                <EntryLink id={id} />
              </li>
            ))
          : null}
        {all.length > ops.length && (
          <li>
            <button type="button" class="quiet-button" onClick={() => setIsWhole(true)}>
              {counted(all.length - ops.length + (item.more_ops ?? 0), 'more', 'more')}
            </button>
          </li>
        )}
        {isWhole && item.more_ops !== undefined && (
          <li class="why">and {counted(item.more_ops, 'more', 'more')}</li>
        )}
        {item.damaged && <li class="warn">What it changed can no longer be read.</li>}
      </ul>
    </article>
  )
}

/** What was added because it was seen wasn't seen again. */
function withoutFirstSightings(ops: readonly LogOperation[]): readonly LogOperation[] {
  const added = new Set(ops.flatMap(({ op, id }) => (op === 'entry.add' ? [id] : [])))
  return ops.filter(({ op, id, withdrawn }) => op !== 'learning.sight' || withdrawn || !added.has(id))
}

/** What was learnt is observed: that goes without saying. */
function isNews({ from, to }: StatusChange): boolean {
  return from !== null || to !== 'observed'
}

function WayBack({ item }: { readonly item: LogItem }) {
  const { refresh } = useLive()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<AskError>()
  const verb = item.undone_by === null ? 'undo' : 'redo'
  const run = async () => {
    setIsBusy(true)
    setError(undefined)
    await ask<ChangeAnswer>(verb, { plan: item.plan_id }).then(refresh, (thrown) =>
      setError(asAskError(thrown)),
    )
    setIsBusy(false)
  }
  return (
    <>
      <button
        type="button"
        disabled={isBusy}
        onClick={run}
        data-row
        aria-label={`${verb} ${item.command}, ${momentOf(item.at)}`}
      >
        {verb === 'undo' ? 'Undo' : 'Redo'}
      </button>
      {error !== undefined && <Failure error={error} />}
    </>
  )
}

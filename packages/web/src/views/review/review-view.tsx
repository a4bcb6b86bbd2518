import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { ChangeAnswer, RecordId, ReviewAnswer } from '../../data/answers.ts'
import { type AskError, ask } from '../../data/ask.ts'
import { useLive } from '../../data/live.tsx'
import { asAskError, useAnswer } from '../../data/use-answer.ts'
import { counted } from '../../data/words.ts'
import { Empty, Failure, Waiting } from '../../parts/states.tsx'
import { useKeys } from '../../parts/use-keys.ts'
import { Comparing } from './comparing.tsx'
import { Proposal } from './proposal.tsx'
import { Sides } from './sides.tsx'

const PAGE = 50

interface Decided {
  readonly said: string
  readonly record: RecordId | null
}

/** What only a person can settle: one question at a time, its texts side by side. */
export function ReviewView() {
  const { refresh } = useLive()
  const [at, setAt] = useState(0)
  const offset = at - (at % PAGE)
  const { answer, error } = useAnswer<ReviewAnswer>('review', { limit: PAGE, offset, asCompared: true })
  const [decided, setDecided] = useState<Decided>()
  const [refused, setRefused] = useState<AskError>()
  const isBusy = useRef(false)
  // While a page is awaited, as many as there were.
  const known = useRef(0)
  const total = answer?.total ?? known.current
  known.current = total
  const last = Math.max(0, total - 1)
  const place = Math.min(at, last)
  const item = answer?.items[place - offset]
  const run = useCallback(
    async (operation: string, fields: object, said: string) => {
      // The next question is not settled before it was seen.
      if (isBusy.current) return
      isBusy.current = true
      setRefused(undefined)
      try {
        const { plan_id } = await ask<ChangeAnswer>(operation, { ...fields })
        setDecided({ said, record: operation === 'undo' ? null : plan_id })
        refresh()
      } catch (thrown) {
        setRefused(asAskError(thrown))
      } finally {
        isBusy.current = false
      }
    },
    [refresh],
  )
  const id = item?.id
  const decide = (action: string, said: string, more: object = {}) => {
    if (id !== undefined) run(`review ${action}`, { id, ...more }, said)
  }
  const supersede = (nth: number) => {
    const winner = item?.subjects[nth]
    if (winner !== undefined && (item?.subjects.length ?? 0) > 1) decide('supersede', 'Replaced', { winner })
  }
  const takeBack = () => {
    if (decided?.record) run('undo', { plan: decided.record }, 'Taken back')
  }
  useKeys({
    j: () => setAt((before) => Math.min(before + 1, last)),
    k: () => setAt((before) => Math.max(Math.min(before, last) - 1, 0)),
    a: () => decide('accept', 'Accepted'),
    r: () => decide('reject', 'Kept apart'),
    z: () => decide('snooze', 'Put off for a week'),
    1: () => supersede(0),
    2: () => supersede(1),
    u: takeBack,
  })
  // What was the last one may be settled; while a page is awaited nothing is known of that.
  useEffect(() => {
    if (answer !== undefined) setAt((before) => Math.min(before, last))
  }, [last, answer])
  return (
    <div class="reading reading-wide">
      <header class="view-head">
        <h1>Review</h1>
        {item !== undefined && (
          <p>
            {place + 1} of {counted(total, 'question')} that only you can settle
          </p>
        )}
      </header>
      {error !== undefined && <Failure error={error} />}
      {answer === undefined && error === undefined && <Waiting what="Looking through what is near" />}
      {answer !== undefined && <Comparing uncompared={answer.uncompared} />}
      {refused !== undefined && <Failure error={refused} />}
      {answer?.total === 0 && answer.uncompared === 0 && (
        <Empty title="Nothing is left to settle">
          <p>Near duplicates, contradictions and what went stale turn up here.</p>
        </Empty>
      )}
      {item !== undefined && (
        <>
          <Sides item={item} onKeep={supersede} />
          <Proposal id={item.id} />
          <div class="decide">
            <button type="button" class="primary" onClick={() => decide('accept', 'Accepted')}>
              Accept <kbd>a</kbd>
            </button>
            <button type="button" onClick={() => decide('reject', 'Kept apart')}>
              Keep apart <kbd>r</kbd>
            </button>
            <button type="button" onClick={() => decide('snooze', 'Put off for a week')}>
              Put off <kbd>z</kbd>
            </button>
            <span class="spread" />
            <button type="button" disabled={place === 0} onClick={() => setAt(place - 1)}>
              Before <kbd>k</kbd>
            </button>
            <button type="button" disabled={place + 1 >= total} onClick={() => setAt(place + 1)}>
              Next <kbd>j</kbd>
            </button>
          </div>
        </>
      )}
      <div class="told" role="status">
        {decided !== undefined && (
          <>
            {decided.said}.{' '}
            {decided.record !== null && (
              <button type="button" onClick={takeBack}>
                Undo <kbd>u</kbd>
              </button>
            )}
          </>
        )}
      </div>
    </div>
  )
}

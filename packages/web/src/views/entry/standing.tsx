import type { ShowAnswer } from '../../data/answers.ts'
import { counted, WHY_HIDDEN } from '../../data/words.ts'
import { EntryLink } from '../../parts/entry-link.tsx'

/** Why an entry is shown or hidden, what stands for it, and what it stands for. */
export function Standing({ entry }: { readonly entry: ShowAnswer }) {
  const { hidden, under = [], lineage, id } = entry
  const above = lineage.find((edge) => edge.under === id)
  return (
    <section class="standing" aria-label="How it stands">
      {hidden === undefined ? (
        <p>
          <b>Shown.</b>{' '}
          {under.length === 0
            ? 'Nothing stands in for it.'
            : `It is shown for ${counted(under.length, 'other')} as well.`}
        </p>
      ) : (
        <p>
          <b>Hidden:</b> it was {WHY_HIDDEN[hidden.reason]}
          {hidden.by === null ? '.' : '; shown instead: '}
          {hidden.by !== null && <EntryLink id={hidden.by} />}
          {above !== undefined && (
            <span class="quiet">
              {' '}
              ({above.kind}, said by {above.by})
            </span>
          )}
        </p>
      )}
    </section>
  )
}

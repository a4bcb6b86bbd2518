import type { EntryId, ShowAnswer } from '../../data/answers.ts'
import { counted } from '../../data/words.ts'
import { EntryLink } from '../../parts/entry-link.tsx'

const SHOWN = 12

interface End {
  readonly id: EntryId
  readonly kind: string
  readonly text?: string | undefined
}

/** What stands over an entry and what lies under it, each by its kind: drawn as layers, read as two lists. */
export function Lineage({ entry }: { readonly entry: ShowAnswer }) {
  const { id, lineage, hidden, under = [] } = entry
  const texts = new Map(under.map((each) => [each.id, each.text]))
  const tops = endsOf([
    ...lineage.filter((edge) => edge.under === id).map(({ top, kind }) => ({ id: top, kind })),
    // What rules alone tell is stored nowhere.
    ...(hidden?.by ? [{ id: hidden.by, kind: String(hidden.reason) }] : []),
  ])
  const sources = endsOf([
    ...lineage.filter((edge) => edge.top === id).map((edge) => ({ id: edge.under, kind: edge.kind })),
    ...under.map((each) => ({ id: each.id, kind: String(each.reason) })),
  ]).map((end) => ({ ...end, text: texts.get(end.id) }))
  if (tops.length + sources.length === 0) return null
  return (
    <section>
      <h2>Lineage</h2>
      <div class="lineage">
        {tops.length > 0 && <Tier label="What stands in for it" ends={tops} />}
        <p class="lineage-self">
          This entry
          <span class="visually-hidden">
            , under {tops.length} and over {sources.length}
          </span>
        </p>
        {sources.length > 0 && <Tier label="What it stands in for" ends={sources} />}
      </div>
    </section>
  )
}

function Tier({ label, ends }: { readonly label: string; readonly ends: readonly End[] }) {
  return (
    <ul class="lineage-tier" aria-label={label}>
      {ends.slice(0, SHOWN).map(({ id, kind, text }) => (
        <li key={id}>
          <span class="why">{kind}</span>
          <EntryLink id={id} {...(text !== undefined && { text: text || 'No text' })} />
        </li>
      ))}
      {ends.length > SHOWN && <li class="why">and {counted(ends.length - SHOWN, 'more', 'more')}</li>}
    </ul>
  )
}

/** Each once: what is stored says more than what follows from it. */
function endsOf(ends: readonly End[]): readonly End[] {
  return [...new Map(ends.toReversed().map((end) => [end.id, end])).values()].toReversed()
}

import type { HiddenUnder, ListedEntry } from '../../data/answers.ts'
import { entryHref } from '../../data/route.ts'
import { aboutOf, counted, dayOf, headline } from '../../data/words.ts'
import { InlineCode } from '../../parts/inline-code.tsx'

const MOST_LINES = 4
const MOST_OPEN = 40
/** A line this long fills the width. */
const WHOLE_LINE = 96

interface LayerProps {
  readonly entry: ListedEntry
  readonly above: ListedEntry | undefined
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** One layer: what is held to be true, over the pressed lines of what it is shown for. */
export function Layer({ entry, above, isOpen, onToggle }: LayerProps) {
  const { under = [] } = entry
  const day = dayOf(entry.asserted_to)
  const isNewDay = above === undefined || dayOf(above.asserted_to) !== day
  return (
    <article class={under.length > 0 ? 'layer layer-over' : 'layer'}>
      <div class="layer-day">{isNewDay && <time dateTime={entry.asserted_to}>{day}</time>}</div>
      <div class="layer-body">
        <a class="layer-title" href={entryHref(entry.id)} dir="auto" data-row>
          <InlineCode text={headline(entry)} />
        </a>
        <div class="layer-facts">
          <span>{entry.category}</span>
          {entry.entity !== undefined && (
            <span class="layer-about" dir="auto" title={entry.entity.name}>
              {aboutOf(entry.entity)}
            </span>
          )}
          {entry.type !== 'fact' && <span>{entry.type}</span>}
          {entry.pinned && <span>pinned</span>}
          {(entry.flags ?? []).map(({ kind }) => (
            <span key={kind} class="warn">
              {kind}
            </span>
          ))}
          {entry.tags.slice(0, 3).map((tag) => (
            <span key={tag} class="tag" dir="auto">
              #{tag}
            </span>
          ))}
        </div>
        {under.length > 0 && (
          <button type="button" class="under-toggle" aria-expanded={isOpen} onClick={onToggle}>
            {isOpen ? 'Hide' : 'Over'} {counted(under.length, 'other')}
          </button>
        )}
        {under.length > 0 && !isOpen && <Pressed under={under} />}
        {isOpen && <Uncovered id={entry.id} under={under} />}
      </div>
    </article>
  )
}

/** As long as the texts are, and no thicker than what is pressed. */
function Pressed({ under }: { readonly under: readonly HiddenUnder[] }) {
  return (
    <div class="pressed" aria-hidden="true">
      {under.slice(0, MOST_LINES).map(({ id, text }) => (
        <i key={id} style={{ width: `${Math.min(100, (100 * Math.max(text.length, 12)) / WHOLE_LINE)}%` }} />
      ))}
    </div>
  )
}

function Uncovered({ id, under }: { readonly id: string; readonly under: readonly HiddenUnder[] }) {
  return (
    <ul class="uncovered">
      {under.slice(0, MOST_OPEN).map((each) => (
        <li key={each.id}>
          <span class="why">{each.reason}</span>
          <a href={entryHref(each.id)} dir="auto">
            <InlineCode text={each.text || 'No text'} />
          </a>
        </li>
      ))}
      {under.length > MOST_OPEN && (
        <li>
          <a href={entryHref(id)}>… and {counted(under.length - MOST_OPEN, 'more', 'more')}</a>
        </li>
      )}
    </ul>
  )
}

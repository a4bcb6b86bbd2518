import type { LearningAnswer, ShowAnswer } from '../../data/answers.ts'
import { graphHref, windowHref } from '../../data/route.ts'
import { useAnswer } from '../../data/use-answer.ts'
import { headline, momentOf, shortId } from '../../data/words.ts'
import { EntryLink } from '../../parts/entry-link.tsx'
import { InlineCode } from '../../parts/inline-code.tsx'
import { LogRow } from '../../parts/log-row.tsx'
import { LongText } from '../../parts/long-text.tsx'
import { Failure, Waiting } from '../../parts/states.tsx'
import { Facts } from './facts.tsx'
import { Lineage } from './lineage.tsx'
import { Revisions } from './revisions.tsx'
import { Standing } from './standing.tsx'
import { Usage } from './usage.tsx'

/** One entry, whole: what it says, why it is shown or hidden, where it comes from, what became of it. */
export function EntryView({ id }: { readonly id: string }) {
  const { answer: entry, error } = useAnswer<ShowAnswer>('show', {
    id,
    raw: true,
    history: true,
    under: true,
  })
  if (error !== undefined) return <Failure error={error} />
  if (entry === undefined) return <Waiting />
  const { revisions = [], log = [], links } = entry
  return (
    <div class="reading">
      <header class="view-head">
        <p class="crumb">
          {entry.category} · {entry.type} · <span class="id">{shortId(entry.id)}</span>
        </p>
        <h1 dir="auto" class={entry.title === undefined ? 'visually-hidden' : ''}>
          <InlineCode text={headline(entry)} />
        </h1>
      </header>
      <Standing entry={entry} />
      {entry.purged === undefined && <LongText text={entry.content} />}
      <Lineage entry={entry} />
      <Facts entry={entry} />
      {entry.usage !== undefined && <Usage usage={entry.usage} />}
      {links.length > 0 && (
        <section>
          <h2>Links</h2>
          <p>
            <a href={graphHref(entry.id)}>Draw what lies around it</a>
          </p>
          <ul class="plain">
            {links.map(({ type, to }) => (
              <li key={`${type} ${to}`}>
                <span class="why">{type}</span> <EntryLink id={to} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {entry.sightings !== undefined && <Evidence id={entry.id} />}
      {revisions.length > 1 && <Revisions revisions={revisions} />}
      <section>
        <h2>What was done</h2>
        <ul class="log">
          {log.map((item) => (
            <li key={item.plan_id}>
              <LogRow item={item} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

/** The sessions that a learning was seen in. */
function Evidence({ id }: { readonly id: string }) {
  const { answer } = useAnswer<LearningAnswer>('learn show', { id })
  if (answer === undefined) return null
  return (
    <section>
      <h2>Seen in</h2>
      <ul class="plain">
        {answer.sightings.map(({ occasion, at, by, evidence }) => (
          <li key={occasion}>
            <p>
              <span class="why">{momentOf(at)}</span> {occasion} <span class="quiet">by {by}</span>
            </p>
            {evidence.map(({ session, quote, gone }) => (
              <figure key={`${session} ${quote}`}>
                <blockquote dir="auto">{gone ? 'Gone from the session.' : quote}</blockquote>
                <figcaption class="quiet">
                  <a href={windowHref(session)}>Session {shortId(session)}</a>
                </figcaption>
              </figure>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

import type { Anchor, PairAnswer, ReviewItem, ShowAnswer } from '../../data/answers.ts'
import { entryHref } from '../../data/route.ts'
import { useAnswer } from '../../data/use-answer.ts'
import { aboutOf, dayOf, shortId } from '../../data/words.ts'
import { LongText } from '../../parts/long-text.tsx'

interface SidesProps {
  readonly item: ReviewItem
  readonly onKeep: (nth: number) => void
}

const ASKED: Readonly<Record<string, string>> = {
  near_duplicate: 'Do these say the same?',
  contradiction: 'These contradict each other. Which holds?',
  contradiction_hint: 'These may contradict each other. Which holds?',
  reasserted: 'This was said again after it was replaced. Does it hold?',
  stale: 'The project no longer bears this out. Is it over?',
}

/** The texts of a question beside each other, marked where they differ in what counts. */
export function Sides({ item, onKeep }: SidesProps) {
  const { subjects, kind, detail } = item
  const isPair = subjects.length === 2
  const { answer: pair } = useAnswer<PairAnswer>(isPair ? 'guard pair' : undefined, {
    a: subjects[0],
    b: subjects[1],
  })
  const reasons = pair?.reasons ?? (Array.isArray(detail.reasons) ? detail.reasons.map(String) : [])
  return (
    <section aria-label="The question">
      <h2>{ASKED[kind] ?? kind.replaceAll('_', ' ')}</h2>
      {reasons.length > 0 && <p class="quiet">{reasons.join(', ')}</p>}
      <div class="sides">
        {subjects.map((id, nth) => (
          <Side
            key={id}
            id={id}
            marks={(nth === 0 ? pair?.only_a : pair?.only_b) ?? []}
            {...(isPair && { onKeep: () => onKeep(nth), keepKey: String(nth + 1) })}
          />
        ))}
      </div>
    </section>
  )
}

function factsOf({ category, entity, asserted_to: at, source }: ShowAnswer): string {
  const about = entity === undefined ? [] : [aboutOf(entity)]
  return [category, ...about, dayOf(at), source.trust].join(' · ')
}

interface SideProps {
  readonly id: string
  readonly marks: readonly Anchor[]
  readonly onKeep?: () => void
  readonly keepKey?: string
}

function Side({ id, marks, onKeep, keepKey }: SideProps) {
  const { answer: entry } = useAnswer<ShowAnswer>('show', { id, raw: true })
  return (
    <article class="side">
      <p class="quiet">
        <a href={entryHref(id)}>{shortId(id)}</a>
        {entry && ` · ${factsOf(entry)}`}
      </p>
      {entry?.title !== undefined && <h3 dir="auto">{entry.title}</h3>}
      {entry !== undefined && <LongText text={entry.content} marks={marks} />}
      {onKeep !== undefined && (
        <button type="button" onClick={onKeep}>
          This one holds <kbd>{keepKey}</kbd>
        </button>
      )}
    </article>
  )
}

import { useEffect, useRef, useState } from 'preact/hooks'
import type { FoundNote, ListAnswer, ListedEntry, SearchAnswer } from '../data/answers.ts'
import { entryHref } from '../data/route.ts'
import { useAnswer } from '../data/use-answer.ts'
import { aboutOf, counted, dayOf, noteLine, plainLine } from '../data/words.ts'
import { EntryLink } from '../parts/entry-link.tsx'
import { InlineCode } from '../parts/inline-code.tsx'
import { Empty, Failure, Waiting } from '../parts/states.tsx'

const LIMIT = 50
const ALL_OF_THESE = { raw: true, preview: true, limit: 0 }
const TYPING_MS = 150
/** Letters that are worth no line of their own. */
const LITTLE_MORE = 24

/** Finds by words in all that was ever said, and shows what stands for it now. */
export function SearchView({ query }: { readonly query: string }) {
  const [typed, setTyped] = useState(query)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  useEffect(() => setTyped(query), [query])
  useEffect(() => {
    const timer = setTimeout(() => {
      if (typed !== query) history.replaceState(null, '', `#/search/${encodeURIComponent(typed)}`)
      if (typed !== query) dispatchEvent(new HashChangeEvent('hashchange'))
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, query])
  return (
    <div class="reading">
      <header class="view-head">
        <h1>Search</h1>
      </header>
      <search>
        <input
          ref={input}
          type="search"
          dir="auto"
          aria-label="What to look for"
          placeholder="Any words; “quoted” ones stand side by side"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </search>
      <Results query={query} />
    </div>
  )
}

function Results({ query }: { readonly query: string }) {
  const { answer, error } = useAnswer<SearchAnswer>(query.trim() === '' ? undefined : 'search', {
    text: [query],
    explain: true,
    preview: true,
    limit: LIMIT,
  })
  const ids = answer?.items.map(({ id }) => id) ?? []
  const about = useAnswer<ListAnswer>(ids.length === 0 ? undefined : 'list', { id: ids, ...ALL_OF_THESE })
  const entries = new Map(about.answer?.items.map((entry) => [entry.id, entry]))
  if (error !== undefined) return <Failure error={error} />
  if (query.trim() === '') return null
  if (answer === undefined) return <Waiting />
  const { items, total, relaxed, corrected } = answer
  if (items.length === 0)
    return (
      <Empty title="Nothing says that">
        <p>Hidden and replaced entries were looked at too.</p>
      </Empty>
    )
  return (
    <>
      <p class="quiet" role="status">
        {counted(total, 'result')}
        {answer.at_least && ' or more'}
        {total > items.length && `, the best ${items.length} shown`}
        {relaxed && '. Nothing has all of the words; these have some.'}
        {Object.entries(corrected).map(
          ([word, found]) => ` Nothing has “${word}”: looked for ${found.join(', ')}.`,
        )}
      </p>
      <ol class="found">
        {items.map((note) => (
          <Found key={note.id} note={note} entry={entries.get(note.id)} />
        ))}
      </ol>
    </>
  )
}

interface FoundProps {
  readonly note: FoundNote
  /** Known a little later. */
  readonly entry: ListedEntry | undefined
}

function Found({ note, entry }: FoundProps) {
  const { id, type, title, text, match_context: context, via, compacts, explain } = note
  const line = title === undefined ? plainLine(text ?? context) : noteLine(type, title)
  const found = plainLine(context)
  return (
    <li>
      <a class="found-title" href={entryHref(id)} dir="auto" data-row>
        <InlineCode text={line} />
      </a>
      {!saysTheSame(found, line) && (
        <p class="found-context" dir="auto">
          <InlineCode text={found} />
        </p>
      )}
      <p class="quiet found-about" dir="auto">
        {entry === undefined ? '\u00a0' : aboutFound(entry)}
      </p>
      {via !== undefined && (
        <p class="quiet">
          shown instead of <EntryLink id={via} />
        </p>
      )}
      {explain !== undefined && (
        <details>
          <summary>
            Why{compacts !== undefined && compacts > 0 && `; over ${counted(compacts, 'other')}`}
          </summary>
          <p class="quiet">
            {explain.word_rank !== null && `By words it comes ${explain.word_rank}. `}
            {explain.meaning_rank !== null && `By meaning it comes ${explain.meaning_rank}. `}
            {explain.terms.map(({ word, weight }) => `${word} ${weight.toFixed(2)}`).join(', ')}
          </p>
        </details>
      )}
    </li>
  )
}

/** What it speaks of, where it stands and when it was last stated. */
function aboutFound({ category, entity, source, asserted_to }: ListedEntry): string {
  const { file, line } = source
  const place = file !== undefined && (line === undefined ? file : `${file}:${line}`)
  return [category, entity && aboutOf(entity), place, dayOf(asserted_to)].filter(Boolean).join(' · ')
}

/** What was found is told once: a title may be the beginning of it, cut off. */
function saysTheSame(found: string, title: string): boolean {
  const bare = (text: string) => text.replaceAll(/[`…]/g, '').trim()
  return bare(found).startsWith(bare(title)) && bare(found).length < bare(title).length + LITTLE_MORE
}

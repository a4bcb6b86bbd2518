import { useState } from 'preact/hooks'
import type { GraphAnswer, GraphLink, GraphNote } from '../../data/answers.ts'
import { entryHref, graphHref } from '../../data/route.ts'
import { counted, noteLine } from '../../data/words.ts'
import { InlineCode } from '../../parts/inline-code.tsx'

const SHOWN = 5

interface GraphListProps {
  readonly graph: GraphAnswer
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
}

/** The graph in words: each note with what joins it to others. Where the focus is, the picture points. */
export function GraphList({ graph, chosen, onChoose }: GraphListProps) {
  const { notes, links, root } = graph
  const byId = new Map(notes.map((note) => [note.id, note]))
  return (
    <ol class="graph-list">
      {notes.map((note) => (
        <li key={note.id} id={`note-${note.id}`} {...(note.id === chosen && { 'data-chosen': true })}>
          <a
            class="found-title"
            href={entryHref(note.id)}
            dir="auto"
            data-row
            onFocus={() => onChoose(note.id)}
            onMouseEnter={() => onChoose(note.id)}
          >
            <InlineCode text={noteLine(note.type, note.text)} />
          </a>
          <p class="quiet">
            {factsOf(note)}
            {note.id !== root && (
              <>
                {' · '}
                <a href={graphHref(note.id)}>around it</a>
              </>
            )}
          </p>
          <Joints
            of={note.id}
            byId={byId}
            links={links.filter(({ from, to }) => from === note.id || to === note.id)}
          />
        </li>
      ))}
    </ol>
  )
}

interface JointsProps {
  readonly links: readonly GraphLink[]
  readonly of: string
  readonly byId: ReadonlyMap<string, GraphNote>
}

function Joints({ links, ...rest }: JointsProps) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? links : links.slice(0, SHOWN)
  return (
    <ul class="ops">
      {shown.map((link) => (
        <Joint key={`${link.from} ${link.to} ${link.type} ${link.source}`} link={link} {...rest} />
      ))}
      {shown.length < links.length && (
        <li>
          <button type="button" class="quiet-button" onClick={() => setIsWhole(true)}>
            {counted(links.length - shown.length, 'more', 'more')}
          </button>
        </li>
      )}
    </ul>
  )
}

function Joint({
  link: { from, to, type, via },
  of,
  byId,
}: Omit<JointsProps, 'links'> & { readonly link: GraphLink }) {
  const isOut = from === of
  const other = isOut ? to : from
  const note = byId.get(other)
  return (
    <li>
      <span class="why">{isOut ? `${type} →` : `← ${type}`}</span>
      <a class="entry-link" href={entryHref(other)} dir="auto">
        <InlineCode text={note === undefined ? '' : noteLine(note.type, note.text)} />
      </a>
      {via !== undefined && <span class="why">by what lies under it</span>}
    </li>
  )
}

function factsOf({ category, type, links, under, hidden }: GraphNote): string {
  return [
    category,
    type !== 'fact' && type,
    links > 0 && counted(links, 'link'),
    under > 0 && `over ${counted(under, 'other')}`,
    hidden !== null && `hidden: ${hidden}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

import { useState } from 'preact/hooks'
import type { GraphAnswer, GraphNote } from '../../data/answers.ts'
import { useAnswer } from '../../data/use-answer.ts'
import { counted } from '../../data/words.ts'
import { EntryLink } from '../../parts/entry-link.tsx'
import { Empty, Failure, Waiting } from '../../parts/states.tsx'
import { Switch } from '../../parts/switch.tsx'
import { GraphDrawing } from './graph-drawing.tsx'
import { GraphList } from './graph-list.tsx'

const MOST_NODES = 100
const HOPS = 2

/** How the memory hangs together: all of it as far as it can be drawn, or what lies around an entry. */
export function GraphView({ id }: { readonly id: string }) {
  const [isRaw, setIsRaw] = useState(false)
  const [picked, setChosen] = useState<string>()
  const { answer, error } = useAnswer<GraphAnswer>('graph', {
    ...(id !== '' && { id, maxHops: HOPS }),
    raw: isRaw,
    maxNodes: MOST_NODES,
  })
  // What was chosen in another graph isn't there to be pointed at.
  const chosen = answer?.notes.some((note) => note.id === picked) ? picked : undefined
  const isEmpty = answer !== undefined && answer.links.length === 0 && !answer.notes.some(isDigest)
  const choose = (note: string, isFromDrawing: boolean) => {
    setChosen(note)
    if (isFromDrawing) document.getElementById(`note-${note}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <>
      <header class="view-head">
        <h1>Graph</h1>
        {id !== '' && (
          <p>
            Around <EntryLink id={id} />, {HOPS} steps far. <a href="#/graph">All of it</a>
          </p>
        )}
        {answer !== undefined && !isEmpty && <p role="status">{shownOf(answer)}</p>}
      </header>
      <Switch
        label="What is drawn"
        value={isRaw ? 'raw' : 'shown'}
        choices={[
          ['shown', 'What is shown'],
          ['raw', 'Every entry for itself'],
        ]}
        onChoose={(value) => setIsRaw(value === 'raw')}
      />
      {error !== undefined && <Failure error={error} />}
      {answer === undefined && error === undefined && <Waiting />}
      {isEmpty && (
        <Empty title="Nothing is joined here yet">
          <p>
            Links between entries and digests over them are drawn here. <code>varve link add</code> links two;
            a text with <code>[[id]]</code> in it does too.
          </p>
          {!isRaw && (
            <p>
              <i>Every entry for itself</i> draws also what each is shown for: what it replaced, what says the
              same.
            </p>
          )}
        </Empty>
      )}
      {answer !== undefined && !isEmpty && (
        <div class="graph">
          <GraphDrawing graph={answer} chosen={chosen} onChoose={(note) => choose(note, true)} />
          <GraphList graph={answer} chosen={chosen} onChoose={(note) => choose(note, false)} />
        </div>
      )}
    </>
  )
}

function isDigest({ type }: GraphNote): boolean {
  return type === 'digest'
}

/** How much of it there is to be seen, and what is left out. */
function shownOf({ notes, links, total, truncated }: GraphAnswer): string {
  if (total === null) {
    const shown = `${counted(notes.length, 'note')}, ${counted(links.length, 'link')}`
    return truncated ? `${shown}; more lies around it than is drawn.` : `${shown}.`
  }
  const shown = truncated
    ? `The best joined ${notes.length} of ${counted(total.notes, 'note')}, ${links.length} of ${counted(total.links, 'link')}.`
    : `${counted(notes.length, 'note')}, ${counted(links.length, 'link')}.`
  return total.apart > 0 ? `${shown} ${counted(total.apart, 'more', 'more')} with no link.` : shown
}

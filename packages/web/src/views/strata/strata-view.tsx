import type { RefObject } from 'preact'
import { useState } from 'preact/hooks'
import type { ListedEntry, StatusAnswer } from '../../data/answers.ts'
import { useAnswer } from '../../data/use-answer.ts'
import { usePages } from '../../data/use-pages.ts'
import { counted } from '../../data/words.ts'
import { Empty, Failure, Waiting } from '../../parts/states.tsx'
import { VirtualList } from '../../parts/virtual-list.tsx'
import { Layer } from './layer.tsx'

const ROW = 60
const PAGE = 100
const NEWEST = { sort: 'newest', under: true, preview: true }

/** The memory as it was laid down: the newest layer on top, and pressed thin beneath each what it is shown for. */
export function StrataView({ scroller }: { readonly scroller: RefObject<HTMLElement | null> }) {
  const { answer: status, error: unknown } = useAnswer<StatusAnswer>('status')
  const { end, error = unknown, item: layer, need } = usePages<ListedEntry>('list', NEWEST, PAGE)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const count = end ?? status?.visible
  // What was read before stays to be seen: one page that fails is no reason to take the others away.
  if (count === undefined) return error === undefined ? <Waiting /> : <Failure error={error} />
  if (count === 0)
    return (
      <>
        <header class="view-head">
          <h1>Strata</h1>
        </header>
        <Empty title="Nothing is remembered yet">
          <p>
            <code>varve import .</code> takes in what the project has written down; <code>varve add "…"</code>{' '}
            adds a piece. It shows up here by itself.
          </p>
        </Empty>
      </>
    )
  const toggle = (id: string) =>
    setOpen((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  const hidden = status === undefined ? 0 : Math.max(0, status.entries - status.visible)
  return (
    <>
      <header class="view-head">
        <h1>Strata</h1>
        <p>
          {counted(count, 'layer')}
          {hidden > 0 && `, ${counted(hidden, 'entry', 'entries')} pressed beneath`}
        </p>
        {error !== undefined && <Failure error={error} />}
      </header>
      <VirtualList
        count={count}
        rowHeight={ROW}
        label="What is held to be true, newest first"
        scroller={scroller}
        onRange={need}
        render={(index) => {
          const entry = layer(index)
          if (entry === undefined) return <div class="layer layer-awaited" />
          const isOpen = open.has(entry.id)
          return (
            <Layer entry={entry} above={layer(index - 1)} isOpen={isOpen} onToggle={() => toggle(entry.id)} />
          )
        }}
      />
    </>
  )
}

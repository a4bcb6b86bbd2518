import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { GraphAnswer, GraphNote } from '../../data/answers.ts'
import { noteLine } from '../../data/words.ts'
import { layOut } from './lay-out.ts'
import { placeLabels, shortLabel } from './place-labels.ts'

const MARGIN = 28
const MOST_RADIUS = 15
/** Of those that nobody looks at: more names than these are read in the list. */
const MOST_LABELS = 24

interface GraphDrawingProps {
  readonly graph: GraphAnswer
  /** The note that is looked at: what it is joined with stands out. */
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
}

/** The graph as a picture. Whatever it says stands in the list beside it too. */
export function GraphDrawing({ graph, chosen, onChoose }: GraphDrawingProps) {
  const { notes, links } = graph
  const [box, size] = useSize()
  const places = useMemo(() => {
    const nth = new Map(notes.map(({ id }, index) => [id, index]))
    return layOut(
      notes.length,
      links.map(({ from, to }) => [nth.get(from) ?? 0, nth.get(to) ?? 0] as const),
    )
  }, [notes, links])
  const at = new Map(
    notes.map(({ id }, nth) => {
      const { x = 0.5, y = 0.5 } = places[nth] ?? {}
      return [id, { x: MARGIN + x * (size.width - 2 * MARGIN), y: MARGIN + y * (size.height - 2 * MARGIN) }]
    }),
  )
  const near = new Set(links.flatMap(({ from, to }) => (from === chosen || to === chosen ? [from, to] : [])))
  const labels = placeLabels(
    notes
      .toSorted((a, b) => weight(b, chosen, near) - weight(a, chosen, near))
      .slice(0, Math.max(MOST_LABELS, near.size))
      .map((note) => {
        const { x = 0, y = 0 } = at.get(note.id) ?? {}
        return { id: note.id, text: shortLabel(nameOf(note)), x, y: y + radius(note) + 13 }
      }),
    size.width,
  )
  return (
    <div class="drawing" ref={box}>
      <svg
        width={size.width}
        height={size.height}
        role="img"
        aria-label={`${notes.length} notes and what joins them, as in the list`}
        class={chosen === undefined ? '' : 'drawing-chosen'}
      >
        {links.map(({ from, to, type, source }) => {
          const [a, b] = [at.get(from), at.get(to)]
          const isNear = from === chosen || to === chosen
          return (
            <line
              key={`${from} ${to} ${type} ${source}`}
              class={`joint joint-${source}${isNear ? ' near' : ''}`}
              x1={a?.x}
              y1={a?.y}
              x2={b?.x}
              y2={b?.y}
            />
          )
        })}
        {notes.map((note) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the list beside it does the same by keys
          <circle
            key={note.id}
            class={nodeClass(note, graph.root, chosen, near)}
            cx={at.get(note.id)?.x}
            cy={at.get(note.id)?.y}
            r={radius(note)}
            onClick={() => onChoose(note.id)}
          >
            <title>{nameOf(note)}</title>
          </circle>
        ))}
        {labels.map(({ id, text, x, y }) => (
          <text key={id} x={x} y={y} class={id === chosen || near.has(id) ? 'near' : ''}>
            {text}
          </text>
        ))}
      </svg>
    </div>
  )
}

/** No sign of code: a picture has none. */
function nameOf({ type, text }: GraphNote): string {
  return noteLine(type, text).replaceAll('`', '')
}

function radius({ under, links }: GraphNote): number {
  return Math.min(MOST_RADIUS, 3.5 + Math.sqrt(2 * under + 0.6 * links))
}

/** Whose name matters most: of what is looked at, of what is near it, of what is joined best. */
function weight(
  { id, links, under }: GraphNote,
  chosen: string | undefined,
  near: ReadonlySet<string>,
): number {
  return (id === chosen ? 1e6 : near.has(id) ? 1e3 : 0) + links + under
}

function nodeClass(
  { id, hidden, under }: GraphNote,
  root: string | null,
  chosen: string | undefined,
  near: ReadonlySet<string>,
): string {
  return [
    'node',
    hidden !== null && 'node-hidden',
    under > 0 && 'node-over',
    id === (chosen ?? root) && 'node-chosen',
    near.has(id) && 'near',
  ]
    .filter(Boolean)
    .join(' ')
}

function useSize() {
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 640, height: 480 })
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const look = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    const sizes = new ResizeObserver(look)
    look()
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  return [box, size] as const
}

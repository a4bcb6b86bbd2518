import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { RowHeights } from './row-heights.ts'

/** Rows that are there beyond those in sight: the keyboard finds its next one among them. */
const BEYOND = 8

interface VirtualListProps {
  readonly count: number
  /** How high a row is likely to be. */
  readonly rowHeight: number
  readonly label: string
  readonly scroller: RefObject<HTMLElement | null>
  readonly render: (index: number) => ComponentChildren
  /** Told which rows are near what is to be seen. */
  readonly onRange?: (first: number, last: number) => void
  /** The row that is to be seen; another object asks for it again. */
  readonly wanted?: WantedRow | undefined
}

export interface WantedRow {
  readonly index: number
}

/** A list of any length, of which only the rows near what is to be seen are there. Each is as high as it is. */
export function VirtualList(props: VirtualListProps) {
  const { count, rowHeight, label, scroller, render, onRange, wanted } = props
  const list = useRef<HTMLDivElement>(null)
  const heights = useMemo(() => new RowHeights(count, rowHeight), [rowHeight])
  heights.resize(count)
  const sight = useSight(scroller, list)
  const [focused, setFocused] = useState<number>()
  const observe = useMeasured(heights, scroller, sight.look)
  const first = Math.max(0, heights.at(sight.top) - BEYOND)
  const last = Math.min(count, heights.at(sight.top + sight.height) + BEYOND + 1)
  useLayoutEffect(() => onRange?.(first, last), [first, last, onRange])
  useLayoutEffect(() => {
    const box = scroller.current
    if (box === null || wanted === undefined) return
    const middle = heights.top(wanted.index) + rowHeight / 2
    box.scrollTop = (list.current?.offsetTop ?? 0) + middle - box.clientHeight / 2
  }, [wanted])
  return (
    // biome-ignore lint/a11y/useSemanticElements: only some of the items are there at a time
    <div
      class="rows"
      role="list"
      aria-label={label}
      ref={list}
      style={{ height: `${heights.top(count)}px` }}
      onFocusIn={({ target }) => setFocused(rowOf(target))}
      onFocusOut={() => setFocused(undefined)}
    >
      {shownRows(first, last, focused, count).map((index) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        <div
          key={index}
          class="row"
          role="listitem"
          aria-setsize={count}
          aria-posinset={index + 1}
          data-index={index}
          ref={observe}
          style={{ transform: `translateY(${heights.top(index)}px)` }}
        >
          {render(index)}
        </div>
      ))}
    </div>
  )
}

/** The one that has the focus stays, wherever it was scrolled to. */
function shownRows(
  first: number,
  last: number,
  focused: number | undefined,
  count: number,
): readonly number[] {
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, nth) => first + nth)
  if (focused === undefined || focused >= count || (focused >= first && focused < last)) return rows
  return focused < first ? [focused, ...rows] : [...rows, focused]
}

function rowOf(target: EventTarget | null): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return row === null ? undefined : Number(row.dataset.index)
}

/** Which part of the list is to be seen. */
function useSight(scroller: RefObject<HTMLElement | null>, list: RefObject<HTMLElement | null>) {
  const [sight, setSight] = useState({ top: 0, height: 800, looks: 0 })
  const look = () => {
    const box = scroller.current
    if (box === null) return
    const top = box.scrollTop - (list.current?.offsetTop ?? 0)
    setSight(({ looks }) => ({ top, height: box.clientHeight, looks: looks + 1 }))
  }
  useLayoutEffect(() => {
    const box = scroller.current
    if (box === null) return
    look()
    box.addEventListener('scroll', look, { passive: true })
    const sizes = new ResizeObserver(look)
    sizes.observe(box)
    return () => {
      box.removeEventListener('scroll', look)
      sizes.disconnect()
    }
  }, [scroller])
  return { ...sight, look }
}

/** Measures each row that is there, and again when it grows. What is read stays where it is meanwhile. */
function useMeasured(heights: RowHeights, scroller: RefObject<HTMLElement | null>, onChange: () => void) {
  const sizes = useMemo(
    () =>
      new ResizeObserver((entries) => {
        const box = scroller.current
        let above = 0
        let isChanged = false
        for (const { target, borderBoxSize } of entries) {
          const index = rowOf(target)
          const height = borderBoxSize[0]?.blockSize ?? 0
          // Of a row that is gone, nothing is left to be measured.
          if (index === undefined || !target.isConnected) continue
          const more = heights.measure(index, height)
          if (more !== 0) isChanged = true
          if (box !== null && target.getBoundingClientRect().bottom - more <= box.getBoundingClientRect().top)
            above += more
        }
        if (box !== null && above !== 0) box.scrollTop += above
        if (isChanged) onChange()
      }),
    [heights, scroller],
  )
  useLayoutEffect(() => () => sizes.disconnect(), [sizes])
  return useMemo(
    () => (row: HTMLElement | null) => {
      if (row !== null) sizes.observe(row)
    },
    [sizes],
  )
}

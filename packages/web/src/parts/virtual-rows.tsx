import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

const BEYOND = 8

interface VirtualRowsProps {
  readonly count: number
  readonly rowHeight: number
  readonly label: string
  /** What rows are higher by, where they are, by place. */
  readonly extra: ReadonlyMap<number, number>
  readonly scroller: RefObject<HTMLElement | null>
  readonly render: (index: number) => ComponentChildren
  /** Told which rows are to be seen. */
  readonly onRange: (first: number, last: number) => void
}

/** A list of any length, of which only the rows in sight are there. */
export function VirtualRows({ count, rowHeight, label, extra, scroller, render, onRange }: VirtualRowsProps) {
  const [sight, setSight] = useState({ top: 0, height: 800 })
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = scroller.current
    if (box === null) return
    const look = () =>
      setSight({ top: box.scrollTop - (list.current?.offsetTop ?? 0), height: box.clientHeight })
    look()
    box.addEventListener('scroll', look, { passive: true })
    const sizes = new ResizeObserver(look)
    sizes.observe(box)
    return () => {
      box.removeEventListener('scroll', look)
      sizes.disconnect()
    }
  }, [scroller])
  const heightBefore = (index: number): number => {
    let height = index * rowHeight
    for (const [place, more] of extra) if (place < index) height += more
    return height
  }
  const rowAt = (y: number): number => {
    let row = Math.floor(y / rowHeight)
    // What is open above pushes rows down: few are.
    while (row > 0 && heightBefore(row) > y) row -= 1
    return row
  }
  const first = Math.max(0, rowAt(sight.top) - BEYOND)
  const last = Math.min(count, rowAt(sight.top + sight.height) + BEYOND + 1)
  useLayoutEffect(() => onRange(first, last), [first, last, onRange])
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, nth) => first + nth)
  return (
    // biome-ignore lint/a11y/useSemanticElements: only some of the items are there at a time
    <div
      class="rows"
      role="list"
      aria-label={label}
      ref={list}
      style={{ height: `${heightBefore(count)}px` }}
    >
      {rows.map((index) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        <div
          key={index}
          class="row"
          role="listitem"
          aria-setsize={count}
          aria-posinset={index + 1}
          style={{ transform: `translateY(${heightBefore(index)}px)` }}
        >
          {render(index)}
        </div>
      ))}
    </div>
  )
}

import { useState } from 'preact/hooks'
import { counted } from '../data/words.ts'

const SHOWN = 20_000

export interface Mark {
  readonly start: number
  readonly end: number
}

/** A text as it was written, its web addresses as links. Of a very long one the beginning, until asked. */
export function LongText({ text, marks = [] }: { readonly text: string; readonly marks?: readonly Mark[] }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? text : text.slice(0, SHOWN)
  return (
    <>
      <div class="text" dir="auto">
        {marks.length > 0 ? withMarks(shown, marks) : withLinks(shown)}
      </div>
      {shown.length < text.length && (
        <button type="button" onClick={() => setIsWhole(true)}>
          Show all {counted(text.length, 'character')}
        </button>
      )}
    </>
  )
}

const ADDRESS = /(https?:\/\/[^\s<>"'`)\]]+)/

/** Only addresses of the web become links: whatever else looks like one stays text. */
function withLinks(text: string) {
  return text.split(ADDRESS).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <a key={index} href={piece} rel="noreferrer noopener" target="_blank">
        {piece}
      </a>
    ),
  )
}

function withMarks(text: string, marks: readonly Mark[]) {
  let at = 0
  const pieces = marks
    .toSorted((a, b) => a.start - b.start)
    .flatMap(({ start, end }) => {
      if (start < at || end > text.length) return []
      const before = text.slice(at, start)
      at = end
      return [before, <mark key={start}>{text.slice(start, end)}</mark>]
    })
  return [...pieces, text.slice(at)]
}

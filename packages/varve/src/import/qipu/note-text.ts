/** A note file in its parts. Joined in order they are the file, byte for byte. */
export interface NoteText {
  /** A byte order mark, if there is one, and the opening fence with its line end. */
  readonly opening: string
  readonly yaml: string
  /** The closing fence, and the blank lines between it and the body. */
  readonly closing: string
  readonly body: string
}

const OPENING = /^\uFEFF?---[ \t]*\r?\n/
const CLOSING = /^---[ \t]*\r?$/m

/** Splits a note file; undefined where no front matter stands at its top. */
export function splitNoteText(text: string): NoteText | undefined {
  const opening = OPENING.exec(text)?.[0]
  if (opening === undefined) return undefined
  const rest = text.slice(opening.length)
  const fence = CLOSING.exec(rest)
  if (fence === null) return undefined
  const fenceEnd = endOfLine(rest, fence.index)
  const bodyStart = startOfText(rest, fenceEnd)
  return {
    opening,
    yaml: rest.slice(0, fence.index),
    closing: rest.slice(fence.index, bodyStart),
    body: rest.slice(bodyStart),
  }
}

export function joinNoteText({ opening, yaml, closing, body }: NoteText): string {
  return opening + yaml + closing + body
}

/** The line ends that a text is written in. */
export function lineEndOf(text: string): '\n' | '\r\n' {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

/** Blank lines at the start are passed over; a last line without an end is kept. */
function startOfText(text: string, from: number): number {
  let start = from
  for (let at = from; at < text.length; ) {
    const end = endOfLine(text, at)
    if (end === text.length && !text.endsWith('\n')) break
    if (text.slice(at, end).trim() !== '') break
    start = end
    at = end
  }
  return start
}

function endOfLine(text: string, from: number): number {
  const feed = text.indexOf('\n', from)
  return feed === -1 ? text.length : feed + 1
}

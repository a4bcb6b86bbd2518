/** Cuts a stream of text into lines. A line that isn't ended yet waits for the next chunk. */
export class LineSplitter {
  // Pieces of one line, joined once: a line of 64 MB that comes in chunks isn't copied at each of them.
  #pieces: string[] = []

  /** The lines that are now complete, without their line feeds. */
  push(chunk: string): readonly string[] {
    let end = chunk.indexOf('\n')
    if (end < 0) {
      if (chunk !== '') this.#pieces.push(chunk)
      return []
    }
    const lines = [this.#take(chunk.slice(0, end))]
    let start = end + 1
    for (end = chunk.indexOf('\n', start); end >= 0; end = chunk.indexOf('\n', start)) {
      lines.push(withoutReturn(chunk.slice(start, end)))
      start = end + 1
    }
    if (start < chunk.length) this.#pieces.push(chunk.slice(start))
    return lines
  }

  /** What stands after the last line feed. */
  end(): string {
    return this.#take('')
  }

  #take(last: string): string {
    if (this.#pieces.length === 0) return withoutReturn(last)
    // Joined with the rest at once: a sum of two would be copied when it is parsed.
    this.#pieces.push(last)
    const line = this.#pieces.join('')
    this.#pieces = []
    return withoutReturn(line)
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

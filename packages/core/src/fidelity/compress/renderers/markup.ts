import { chooseLines, renderLines } from '../extract-lines.ts'
import type { Renderer } from '../renderer.ts'

const HEADING = /^#{1,6} |<h[1-6][ >]/i
const PAGE = /^\s*<(?:!doctype html|html)/i

/** A document by its headings and the line below each. */
export const markup: Renderer = {
  name: 'markup',
  render(text, { counter, budget }) {
    const lines = text.split('\n')
    const headings = lines.flatMap((line, index) => (HEADING.test(line) ? [index] : []))
    if (headings.length < 3 && !(PAGE.test(text) && headings.length > 0)) return undefined
    const below = headings.map((heading) => nextFilled(lines, heading))
    return renderLines(lines, chooseLines(lines, [...headings, ...below], budget, counter))
  },
}

function nextFilled(lines: readonly string[], heading: number): number {
  return (lines[heading + 1] ?? '').trim() === '' && heading + 2 < lines.length
    ? heading + 2
    : Math.min(heading + 1, lines.length - 1)
}

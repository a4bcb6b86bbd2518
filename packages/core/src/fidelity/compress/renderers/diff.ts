import { chooseLines, renderLines } from '../extract-lines.ts'
import type { Renderer } from '../renderer.ts'

const START = /^(?:@@ |diff --git )/
const HEADER = /^(?:@@ |diff --git |\+\+\+ )/

/** A diff by its files and the headers of its hunks, which say what they lie in. */
export const diff: Renderer = {
  name: 'diff',
  render(text, { counter, budget }) {
    const lines = text.split('\n')
    if (lines.filter((line) => START.test(line)).length < 2) return undefined
    const headers = lines.flatMap((line, index) => (HEADER.test(line) ? [index] : []))
    const files = headers.filter((index) => !lines[index]?.startsWith('@@'))
    return renderLines(lines, chooseLines(lines, [...files, ...headers], budget, counter))
  },
}

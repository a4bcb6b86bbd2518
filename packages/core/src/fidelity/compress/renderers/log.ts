import { isErrorLine } from '../error-line.ts'
import { chooseLines, renderLines } from '../extract-lines.ts'
import type { Renderer } from '../renderer.ts'

const [FIRST, LAST, MOST_ERRORS, FEWEST_LINES] = [2, 8, 8, 20]

/** Output of a command: how it ends, what went wrong with a line around it, and how it began. */
export const log: Renderer = {
  name: 'log',
  render(text, { operation, counter, budget }) {
    const lines = text.split('\n')
    if (operation !== 'exec' && lines.length < FEWEST_LINES) return undefined
    const filled = lines.flatMap((line, index) => (line.trim() === '' ? [] : [index]))
    const errors = filled.filter((index) => isErrorLine(lines[index] ?? '')).slice(0, MOST_ERRORS)
    const around = errors.flatMap((index) => [index - 1, index + 1]).filter((index) => index in lines)
    const weighed = [
      ...errors.slice(0, 1),
      ...filled.slice(-LAST).reverse(),
      ...errors,
      ...filled.slice(0, FIRST),
      ...around,
    ]
    return renderLines(lines, chooseLines(lines, weighed, budget, counter))
  },
}

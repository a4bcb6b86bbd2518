import { chooseLines, renderLines } from '../extract-lines.ts'
import type { Renderer } from '../renderer.ts'

const MATCH = /^([^\s:][^:]*):\d+:/

/** The first match in each file that a search found. */
export const search: Renderer = {
  name: 'search',
  render(text, { operation, counter, budget }) {
    if (operation !== 'search') return undefined
    const lines = text.split('\n')
    const first = new Map<string, number>()
    for (const [index, line] of lines.entries()) {
      const file = MATCH.exec(line)?.[1]
      if (file !== undefined && !first.has(file)) first.set(file, index)
    }
    return first.size === 0
      ? undefined
      : renderLines(lines, chooseLines(lines, first.values(), budget, counter))
  },
}

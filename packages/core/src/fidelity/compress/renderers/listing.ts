import { chooseLines, renderLines } from '../extract-lines.ts'
import type { Renderer } from '../renderer.ts'

const FIRST = 10

/** The first entries of a listing, and the first of each folder at its top. */
export const listing: Renderer = {
  name: 'listing',
  render(text, { operation, counter, budget }) {
    if (operation !== 'list') return undefined
    const lines = text.split('\n')
    const byFolder = new Map<string, number>()
    for (const [index, line] of lines.entries()) {
      const folder = line.trim().replace(/^\.\//, '').split('/')[0] ?? ''
      if (!byFolder.has(folder)) byFolder.set(folder, index)
    }
    const first = lines.slice(0, FIRST).keys()
    return renderLines(lines, chooseLines(lines, [...first, ...byFolder.values()], budget, counter))
  },
}

import { cutTokens } from '../cut-tokens.ts'
import type { Renderer } from '../renderer.ts'

/** How any other text begins. */
export const head: Renderer = {
  name: 'head',
  render(text, { counter, budget }) {
    const start = cutTokens(text, budget - 1, counter)
    return start === text ? text : `${start}…`
  },
}

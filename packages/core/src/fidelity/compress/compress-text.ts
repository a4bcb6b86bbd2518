import type { Part } from '../model/message.ts'
import type { RenderContext, Renderer } from './renderer.ts'

/** An extract, and who made it. */
export interface Extract {
  readonly renderer: string
  readonly text: string
}

/** The extract of the first renderer that takes a text. */
export function compressText(
  part: Part,
  context: RenderContext,
  renderers: readonly Renderer[],
): Extract | undefined {
  for (const { name, render } of renderers) {
    const text = render(part.text, context, part)
    if (text !== undefined) return { renderer: name, text }
  }
  return undefined
}

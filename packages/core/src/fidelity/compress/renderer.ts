import type { TokenCounter } from '../../ports/token-counter.ts'
import type { Part } from '../model/message.ts'
import type { ToolOperation } from '../model/target.ts'

/** What a renderer may know beside the part. */
export interface RenderContext {
  readonly counter: TokenCounter
  /** Tokens of an extract. */
  readonly budget: number
  readonly operation: ToolOperation
}

/** One way to show the gist of a text: lines of it, within a budget. Pure, and it never throws. */
export interface Renderer {
  readonly name: string
  /** The extract; undefined where the text is of another kind. */
  readonly render: (text: string, context: RenderContext, part: Part) => string | undefined
}

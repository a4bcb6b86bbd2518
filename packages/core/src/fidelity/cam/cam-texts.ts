import type { TokenCounter } from '../../ports/token-counter.ts'
import { compressText } from '../compress/compress-text.ts'
import { cutTokens } from '../compress/cut-tokens.ts'
import { RENDERERS } from '../compress/renderers.ts'
import { ELIDED } from '../model/canonical-arguments.ts'
import type { Level, Message, Part, Role } from '../model/message.ts'
import { operationOf } from '../targets/tool-names.ts'
import type { CamConfig } from './cam-config.ts'

/** The line that stands for a message; results are the user's, as in the origin. */
export function camPlaceholder(role: Role, tokens: number, score: number): string {
  return `[placeholder: role=${shownRole(role)}, original_tokens=${tokens}, importance=${score.toFixed(2)}]`
}

/** The line that stands for several messages of one role. */
export function camMergedPlaceholder(count: number, role: Role, tokens: number, meanScore: number): string {
  return `[placeholder: ${count} messages, role=${shownRole(role)}, total_tokens=${tokens}, avg_importance=${meanScore.toFixed(2)}]`
}

function shownRole(role: Role): Role {
  return role === 'tool' ? 'user' : role
}

export interface CamTextInput {
  readonly message: Message
  readonly part: Part
  readonly level: Exclude<Level, 'full'>
  readonly score: number
  /** Of the whole message. */
  readonly tokens: number
  readonly config: CamConfig
  readonly counter: TokenCounter
  /** What a model wrote of it. */
  readonly written?: string | undefined
}

/** What a part of a message is shown as; null leaves reasoning out. A call's text goes into its arguments. */
export function camText(input: CamTextInput): string | null {
  const { part, message } = input
  if (part.kind === 'reasoning') return null
  const placeholder = camPlaceholder(message.role, input.tokens, input.score)
  const text = input.level === 'placeholder' ? placeholder : compressed(input, placeholder)
  return part.kind === 'tool_call' ? JSON.stringify({ [ELIDED]: text }) : text
}

function compressed({ part, config, counter, written }: CamTextInput, placeholder: string): string {
  if (written !== undefined) return `${placeholder}\n${written}`
  const budget = config.compressed_max_tokens
  if (config.compat) return cutTokens(part.text, budget, counter)
  const operation = operationOf(part.tool ?? '', part.args)
  const extract = compressText(part, { counter, budget, operation }, RENDERERS)
  return extract === undefined ? placeholder : `${placeholder}\n${extract.text}`
}

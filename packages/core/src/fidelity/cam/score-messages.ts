import { utf8Length } from '../../domain/utf8.ts'
import type { Hint } from '../model/hint.ts'
import { lastHumanText } from '../model/human-text.ts'
import type { Message } from '../model/message.ts'
import { overlap } from '../model/terms.ts'
import type { CamConfig } from './cam-config.ts'
import type { MessageWords } from './message-words.ts'

export interface ScoreInput {
  readonly messages: readonly Message[]
  /** Group of each message. */
  readonly groups: readonly number[]
  readonly config: CamConfig
  readonly words: MessageWords
  /** Text of the last human message, unless the caller knows better. */
  readonly query?: string
  readonly hints?: readonly Hint[]
}

/** From which message on none is scored. */
export function scoreEnd(count: number, config: CamConfig): number {
  if (count <= config.max_scored_messages) return count
  const isCapped = !config.compat && config.exempt_tail_messages === 0
  return isCapped ? config.max_scored_messages : Math.max(0, count - config.exempt_tail_messages)
}

/** How much each message is worth showing, from 0 to 1: the mean of its active signals by their weights (INV-05). */
export function scoreMessages(input: ScoreInput): readonly number[] {
  const { messages, config, words } = input
  const query = input.query ?? lastHumanText(messages)
  const queryWords = utf8Length(query) >= config.min_query_length ? words.ofText(query) : undefined
  const hints = (input.hints ?? []).map((hint) => ({
    weight: 1 / Math.max(1, hint.distance),
    words: new Set(hint.keywords.flatMap((keyword) => [...words.ofText(keyword)])),
  }))
  const positions = positionsOf(input)
  const weight =
    config.w_temporal +
    config.w_importance +
    (queryWords === undefined ? 0 : config.w_semantic) +
    (hints.length === 0 ? 0 : config.w_plan)
  return messages.map((message, index) => {
    let sum = config.w_temporal * (positions[index] ?? 1) + config.w_importance * importanceOf(message)
    if (queryWords !== undefined) sum += config.w_semantic * semanticOf(words.of(message), queryWords, config)
    if (hints.length > 0) sum += config.w_plan * planOf(words.of(message), hints)
    return Math.min(1, Math.max(0, sum / (weight > 0 ? weight : 1)))
  })
}

/** How late each message stands, from 0 to 1: by groups, so that parallel results age nothing; by messages in the origin. */
function positionsOf({ messages, groups, config }: ScoreInput): readonly number[] {
  const end = scoreEnd(messages.length, config)
  // The origin counts the system prompt as the first message, also where it is sent apart.
  const shift = config.compat && messages[0]?.role !== 'system' ? 1 : 0
  const places = config.compat ? messages.map((_, index) => index + shift) : groups
  const last = config.compat ? end + shift - 1 : (groups[end - 1] ?? 0)
  return places.map((place) => (last > 0 ? Math.min(1, 1 - (last - place) / last) : 1))
}

function importanceOf(message: Message): number {
  if (message.parts.some((part) => part.kind === 'tool_result')) return 0.4
  return IMPORTANCE[message.role]
}

const IMPORTANCE = { system: 1, user: 0.8, assistant: 0.6, tool: 0.4 } as const

const FEW_TERMS = 4
const MOST_OF_FEW = 0.5

function semanticOf(words: ReadonlySet<string>, query: ReadonlySet<string>, config: CamConfig): number {
  const shared = overlap(words, query)
  return !config.compat && words.size < FEW_TERMS ? Math.min(MOST_OF_FEW, shared) : shared
}

function planOf(
  words: ReadonlySet<string>,
  hints: readonly { readonly weight: number; readonly words: ReadonlySet<string> }[],
): number {
  let [sum, weights] = [0, 0]
  for (const hint of hints) {
    sum += hint.weight * overlap(words, hint.words)
    weights += hint.weight
  }
  return sum / weights
}

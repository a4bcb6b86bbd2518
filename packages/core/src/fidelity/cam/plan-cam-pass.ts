import type { TokenCounter } from '../../ports/token-counter.ts'
import { groupMessages } from '../groups/group-messages.ts'
import { latestToolLoop } from '../groups/new-violations.ts'
import type { DraftDecision } from '../ledger/decision.ts'
import type { DecisionLookup } from '../ledger/render-view.ts'
import { renderedTokens, shownTokens } from '../ledger/shown-part.ts'
import type { Hint } from '../model/hint.ts'
import type { Level, Message, Part } from '../model/message.ts'
import { partTokens } from '../model/part-tokens.ts'
import type { CamConfig } from './cam-config.ts'
import { camText } from './cam-texts.ts'
import { type Grade, gradeMessages } from './grade-messages.ts'
import type { MessageWords } from './message-words.ts'

export interface CamPassInput {
  /** The host's own messages, not a view of them. */
  readonly messages: readonly Message[]
  readonly ledger: DecisionLookup
  readonly config: CamConfig
  readonly counter: TokenCounter
  readonly words: MessageWords
  readonly query?: string
  readonly hints?: readonly Hint[]
  readonly allowUpgrade?: boolean
  readonly minAgeCalls?: number
  /** Tokens that a group must save. */
  readonly minGain?: number
  readonly isExempt?: (message: Message) => boolean
  /** Reasoning stays: the host's format refuses a message without it. */
  readonly keepsReasoning?: boolean
  /** What a model wrote of a part, checked by the guard. */
  readonly writtenBy?: ((key: string) => string | undefined) | undefined
}

/** Decides anew what is shown of each message. Text that is shown already at the same level stays to the byte. */
export function planCamPass(input: CamPassInput): readonly DraftDecision[] {
  const { messages, ledger } = input
  const groups = groupMessages(messages)
  const shown = messages.map((message) => shownLevel(message, ledger))
  const grades = gradeMessages({
    ...input,
    groups,
    shown,
    allowUpgrade: input.allowUpgrade ?? false,
    minAgeCalls: input.minAgeCalls ?? 4,
  })
  const byGroup = new Map<number, DraftDecision[]>()
  // The origin drops it too, but no provider takes a tool loop without its reasoning.
  const loop = latestToolLoop(messages)
  for (const [index, message] of messages.entries()) {
    const grade = grades[index]
    if (grade === undefined || grade.level === shown[index]) continue
    const group = groups[index] ?? 0
    const keepsReasoning = input.keepsReasoning === true || index >= loop
    const decisions = decideMessage(message, grade, { ...input, keepsReasoning })
    byGroup.set(group, [...(byGroup.get(group) ?? []), ...decisions])
  }
  return [...byGroup.values()].filter((decisions) => isWorthwhile(decisions, input)).flat()
}

/** The lowest level of a message's parts. */
export function shownLevel(message: Message, ledger: DecisionLookup): Level {
  let level: Level = 'full'
  for (const part of message.parts) {
    const decision = ledger.find(part.key)
    if (decision?.level === 'placeholder') return 'placeholder'
    if (decision?.level === 'compressed') level = 'compressed'
  }
  return level
}

/** A group changes as a whole or not at all, so what it saves is counted together. */
function isWorthwhile(decisions: readonly DraftDecision[], { config, minGain = 60 }: CamPassInput): boolean {
  if (config.compat || decisions.some(({ level }) => level === 'full')) return true
  return decisions.reduce((sum, { gain }) => sum + gain, 0) >= minGain
}

function decideMessage(message: Message, grade: Grade, input: CamPassInput): readonly DraftDecision[] {
  const sizes = message.parts.map((part) => partTokens(part, input.counter))
  const tokens = sizes.reduce((sum, size) => sum + size, 0)
  return message.parts.flatMap((part, index) => {
    if (part.kind === 'reasoning' && input.keepsReasoning === true) return []
    const text =
      grade.level === 'full' ? null : textOf(part, { message, grade, tokens, level: grade.level }, input)
    return [decision(part, grade, text, sizes[index] ?? 0, input)]
  })
}

interface Shown {
  readonly message: Message
  readonly grade: Grade
  readonly tokens: number
  readonly level: Exclude<Level, 'full'>
}

function textOf(part: Part, { message, grade, tokens, level }: Shown, input: CamPassInput): string | null {
  const { config, counter } = input
  const written = input.writtenBy?.(part.key)
  return camText({ message, part, level, score: grade.score, tokens, config, counter, written })
}

function decision(
  part: Part,
  { level, score }: Grade,
  text: string | null,
  tokensBefore: number,
  { counter, ledger }: CamPassInput,
): DraftDecision {
  const tokensAfter = level === 'full' ? tokensBefore : renderedTokens(part, text, counter)
  return {
    key: part.key,
    level,
    action: level === 'full' ? 'restore' : 'cam',
    text,
    reason: level === 'full' ? 'upgraded' : 'score',
    class: 2,
    // The score takes the place of the probability: a merged placeholder prints the mean of it.
    p: score,
    gain: shownTokens(ledger.find(part.key), tokensBefore) - tokensAfter,
    tokensBefore,
    tokensAfter,
  }
}

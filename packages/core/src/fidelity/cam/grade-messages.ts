import { startOfYoung } from '../groups/new-violations.ts'
import type { Level, Message } from '../model/message.ts'
import { CORRECTIONS, isProtected } from '../model/protected-text.ts'
import { callsOf } from '../targets/calls-of.ts'
import { type ScoreInput, scoreEnd, scoreMessages } from './score-messages.ts'

export interface GradeInput extends ScoreInput {
  /** What is shown of each message now. */
  readonly shown: readonly Level[]
  /** Whether a level may rise again: in a regrade. */
  readonly allowUpgrade: boolean
  /** How many of the newest calls stay as they are; none in the origin. */
  readonly minAgeCalls: number
  /** Whether a message is exempt beyond the rules. */
  readonly isExempt?: (message: Message) => boolean
}

/** A message's score and level; both are its group's. */
export interface Grade {
  readonly score: number
  readonly level: Level
}

const RANK: Readonly<Record<Level, number>> = { full: 0, compressed: 1, placeholder: 2 }

/**
 * The level of each message. A group has one score and one level, the lowest of its members' (INV-03), and stays
 * full as a whole where one of them must.
 */
export function gradeMessages(input: GradeInput): readonly Grade[] {
  const scores = scoreMessages(input)
  const byGroup = new Map<number, Grade>()
  const full = fullGroups(input)
  for (const [index, score] of scores.entries()) {
    const group = input.groups[index] ?? 0
    const known = byGroup.get(group)
    // Levels only descend, unless upgrades are allowed.
    const level = lower(levelOf(score, input), input.allowUpgrade ? 'full' : (input.shown[index] ?? 'full'))
    byGroup.set(group, {
      score: Math.min(known?.score ?? 1, score),
      level: lower(known?.level ?? 'full', level),
    })
  }
  return input.groups.map((group) => {
    const grade = byGroup.get(group) ?? { score: 1, level: 'full' }
    return full.has(group) ? { ...grade, level: 'full' } : grade
  })
}

function lower(a: Level, b: Level): Level {
  return RANK[a] >= RANK[b] ? a : b
}

/** Doubles that should be a threshold may be a little below it. */
const TOLERANCE = 1e-6

function levelOf(score: number, { config }: GradeInput): Level {
  if (score >= config.full_threshold - TOLERANCE) return 'full'
  return score >= config.compressed_threshold - TOLERANCE ? 'compressed' : 'placeholder'
}

function fullGroups(input: GradeInput): ReadonlySet<number> {
  const { messages, groups, config } = input
  const end = scoreEnd(messages.length, config)
  const young = config.compat ? messages.length : startOfYoung(messages, input.minAgeCalls)
  const full = new Set<number>()
  for (const [index, message] of messages.entries()) {
    const stays =
      index >= end || index >= young || isExempt(message, index) || input.isExempt?.(message) === true
    const group = groups[index]
    if (stays && group !== undefined) full.add(group)
  }
  for (const index of brokenMessages(messages)) full.add(groups[index] ?? -1)
  return full
}

/** System prompt, pins, corrections, what was put in for this turn, and what nobody may edit (INV-07 to INV-10). */
function isExempt(message: Message, index: number): boolean {
  return (
    (index === 0 && message.role === 'system') ||
    message.pinned === true ||
    message.injected === true ||
    message.parts.some(
      (part) => part.opaque === true || part.text.startsWith(CORRECTIONS) || isProtected(part.text),
    )
  )
}

/** Messages with a call that has no result, or a result that has no call: such a group is left alone. */
function brokenMessages(messages: readonly Message[]): readonly number[] {
  const calls = callsOf(messages)
  const paired = new Set(calls.map(({ result }) => result?.key))
  const orphans = [...messages.entries()].filter(([, { parts }]) =>
    parts.some((part) => part.kind === 'tool_result' && !paired.has(part.key)),
  )
  return [
    ...calls.filter(({ result }) => result === undefined).map(({ message }) => message),
    ...orphans.map(([index]) => index),
  ]
}

import type { Instant } from './instant.ts'
import type { Trust } from './trust.ts'

/** Where a learning was seen: a part of a session, and what it says there. */
export interface Evidence {
  readonly session: string
  readonly message: string
  /** Place of the part in its message. */
  readonly part: number
  /** A verbatim piece of the masked part, 300 code points at most. */
  readonly quote: string
  readonly tool?: string
  readonly exit_code?: number
  readonly commit?: string
}

/** What a sighting says of a learning beside that it was seen. */
export interface Rating {
  /** 1–10, to one decimal. */
  readonly impact: number
  /** 1–10, to one decimal. */
  readonly specificity: number
  readonly evidence: readonly Evidence[]
  readonly branch?: string
}

export const LEARNING_STATUSES = ['promoted', 'observed', 'discarded'] as const
export type LearningStatus = (typeof LEARNING_STATUSES)[number]

/** A person's decision, which wins over what the scores say. */
export interface StatusOverride {
  readonly status: LearningStatus
  readonly reason: string
  readonly by: string
  readonly at: Instant
}

/** How a learning stands: computed from its sightings, never stated. */
export interface Learning {
  readonly status: LearningStatus
  /** Of the three scores, in tenths: 210 is a composite of 7. */
  readonly sum: number
  /** In how many sessions it was seen. */
  readonly sessions: number
  readonly trust: Trust
  readonly override?: StatusOverride
}

/** A recurrence counts sessions: R(n) of the rubric. */
export function recurrenceOf(sessions: number): number {
  if (sessions <= 1) return 3
  return sessions >= 7 ? 10 : sessions + 3
}

/** The composite as it is shown: cut to two decimals, never rounded up. */
export function compositeOf(sum: number): number {
  return Math.trunc((sum * 100) / 30) / 100
}

export const DISCARDED_BELOW = 120
export const PROMOTED_FROM = 210
/** In so many sessions an agent must say something before it is promoted. */
export const AGENT_MIN_SESSIONS = 2
/** Specificity of a text that names nothing is at most this. */
export const VAGUE_SPECIFICITY = 6

/** A score as it counts: to one decimal, half up. Undefined where it is no number from 1 to 10. */
export function scoreOf(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  const rounded = Math.floor(value * 10 + 0.5) / 10
  return rounded >= 1 && rounded <= 10 && value >= 1 && value <= 10 ? rounded : undefined
}

/** Ways of learning that list what there is, an item an entry, all in one mould. What they find bears their name as its tag. */
export const LISTING = ['commands', 'joint-changes', 'lint-rules'] as const

/** Whether an entry is an item of such a list. */
export function isListedLearning(entry: {
  readonly type: string
  readonly source: { readonly kind: string }
  readonly tags: readonly string[]
}): boolean {
  return (
    entry.type === 'learning' &&
    entry.source.kind === 'session' &&
    LISTING.some((name) => entry.tags.includes(name))
  )
}

const USED = 'Command used in this project: '

/** What is said of a command of which it isn't known when it is run. */
export function usedText(command: string): string {
  return `${USED}\`${command}\``
}

/** Of several learnings of one command those that say when it is run: that it is used goes without saying then. */
export function withoutBareCommands<
  Learnt extends { readonly content: string; readonly tags: readonly string[] },
>(entries: readonly Learnt[]): readonly Learnt[] {
  const told = new Set(
    entries
      .filter(({ tags }) => tags.includes('commands'))
      .map(({ content }) => /^`[^`]+`/.exec(content)?.[0]),
  )
  return entries.filter(
    ({ content, tags }) =>
      !tags.includes('commands') || !content.startsWith(USED) || !told.has(content.slice(USED.length)),
  )
}

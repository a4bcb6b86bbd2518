import type { Trust } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Evidence } from '../../domain/learning.ts'
import type { LearnSession, Place } from '../session/learn-session.ts'

/** Something that one session teaches. */
export interface Finding {
  readonly extractor: string
  readonly content: string
  readonly category: string
  readonly impact: number
  readonly specificity: number
  readonly trust: Trust
  /** Where in the session it first showed. */
  readonly ordinal: number
  readonly at: Instant | undefined
  readonly evidence: readonly Evidence[]
  /** In so many sessions it must show before it is worth keeping. */
  readonly least: number
  /** It repeats what our own memory had shown in that session. */
  readonly isEcho?: boolean
  /** It was seen being done, and is nobody's word. */
  readonly isSeen?: true
  /** Contents that it must mostly come with: it counts where it shows in three of five sessions of each. */
  readonly among?: readonly string[]
  /** Contents beside which it says nothing more. */
  readonly unless?: readonly string[]
  /** A content that it says too, with more: once it is held true, it stands for that. */
  readonly saysMoreThan?: string
}

/** One way of learning from what was said and done. */
export interface Extractor {
  readonly name: string
  readonly extract: (session: LearnSession) => readonly Finding[]
}

const LONGEST_QUOTE = 300

/** A place with what it says there: the first characters of the passage, as they are kept. */
export function evidenceAt(
  { session }: LearnSession,
  place: Place,
  quote: string,
  facts: Pick<Evidence, 'tool' | 'exit_code'> = {},
): Evidence {
  return {
    session: session.id,
    message: place.message,
    part: place.part,
    quote: [...quote].slice(0, LONGEST_QUOTE).join(''),
    ...facts,
  }
}

const CONDITION =
  /\b(?:when|if|because|unless|before|after|until|while)\b|(?:因为|如果|当|之前|之后|とき|なら|ので)/i

/** How precise a text is, by what it names. */
export function specificityOf(specifics: number, text: string): number {
  return Math.min(9, 4 + Math.min(4, specifics) + (CONDITION.test(text) ? 1 : 0))
}

const CATEGORIES: readonly (readonly [category: string, pattern: RegExp])[] = [
  [
    'architecture',
    /\b(?:architecture|module|layer|interface|package|schema|service|component|lives? in|belongs? in)\b/i,
  ],
  [
    'operations',
    /\b(?:deploy|release|run|start|stop|server|docker|ci|pipeline|database|migrat|install|build|port|env(?:ironment)?)\b|\$ |^Use `/i,
  ],
]

/** Where a statement belongs, by its words. */
export function categoryOf(text: string): string {
  return CATEGORIES.find(([, pattern]) => pattern.test(text))?.[0] ?? 'conventions'
}

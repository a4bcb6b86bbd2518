import { type Trust, trustRank } from '../../domain/entry.ts'
import type { Evidence } from '../../domain/learning.ts'
import { by, byNumber, inOrder } from '../../domain/order.ts'
import { anchorsOf } from '../../guard/anchors/anchors-of.ts'
import { findOwnText } from '../../render/own/find-own-text.ts'
import type { LearnSession, Place, Said } from './learn-session.ts'
import { isOwnTool } from './trust-reader.ts'

interface Passage extends Pick<Place, 'message' | 'ordinal' | 'part' | 'trust'> {
  readonly lower: string
  /** A memory of ours was shown there. */
  readonly isOwn: boolean
}

/** Who said something first, and how far that is trusted. */
export interface Origin {
  readonly trust: Trust
  /** It repeats what a memory of ours had shown. */
  readonly isEcho: boolean
}

const earliest = inOrder<Passage>(
  by((passage) => passage.ordinal, byNumber),
  by((passage) => passage.part, byNumber),
)

/**
 * Finds who in a session was the first to say something: what an agent repeats is trusted no further than
 * where it read it, unless a person says it too.
 */
export class OriginReader {
  readonly #passages: readonly Passage[]

  constructor({ steps }: LearnSession) {
    const passages: Passage[] = []
    for (const step of steps) {
      if (step.kind === 'said') passages.push(...passagesOfText(step))
      else {
        passages.push(passageOf(step, step.command ?? ''))
        const isOurs = isOwnTool(step.tool) || OWN_COMMAND.test(step.command ?? '')
        if (step.result !== undefined) passages.push(passageOf(step.result, step.result.text, isOurs))
      }
    }
    this.#passages = passages.sort(earliest)
  }

  /** How far a statement is trusted that stands in what was said. */
  originOf(statement: string, said: Said): Origin {
    const words = tellingWords(statement)
    const own: Origin = { trust: said.trust, isEcho: false }
    if (words.length < LEAST_WORDS) return own
    const names = namesIn(statement)
    let first: Origin | undefined
    for (const { lower, trust, ordinal, isOwn } of this.#passages) {
      const isBefore = ordinal <= said.ordinal
      if ((!isBefore || first !== undefined) && trust !== 'user') continue
      if (!states(lower, words, names)) continue
      if (trust === 'user') return { trust, isEcho: false }
      first = { trust, isEcho: isOwn }
    }
    return first ?? own
  }

  /**
   * How far a text is trusted that was written from a session: as its first origin there, wherever in a part that
   * stands. What no part states is the agent's own, and no more than what it cites.
   */
  originOfText(text: string, cited: readonly Pick<Evidence, 'message' | 'part'>[]): Origin {
    const words = tellingWords(text)
    const names = namesIn(text)
    const stating = this.#passages.filter(({ lower }) => sharesEnough(lower, words, names))
    const typed = stating.find(({ trust }) => trust === 'user')
    const [first] = stating
    if (typed !== undefined) return { trust: typed.trust, isEcho: false }
    if (first !== undefined) return { trust: first.trust, isEcho: first.isOwn }
    const quoted = this.#passages.filter(({ message, part }) =>
      cited.some((one) => one.message === message && one.part === part),
    )
    const isTainted = quoted.length === 0 || quoted.some(({ trust }) => trustRank(trust) <= trustRank('web'))
    return { trust: isTainted ? 'web' : 'agent', isEcho: false }
  }
}

function namesIn(statement: string): readonly string[] {
  return anchorsOf(statement).map(({ raw }) => raw.toLowerCase())
}

const OWN_COMMAND = /^\s*(?:npx )?varve\b/

/** What a person typed, and beside it what was put in front of it. */
function passagesOfText(said: Said): readonly Passage[] {
  if (!said.human) return [passageOf(said, said.text, findOwnText(said.text) !== undefined)]
  const typed = passageOf(said, said.spoken)
  if (said.spoken === said.text || findOwnText(said.text) === undefined) return [typed]
  return [passageOf({ ...said, trust: 'tool' }, said.text, true), typed]
}

function passageOf({ message, ordinal, part, trust }: Place, text: string, isOwn = false): Passage {
  return { message, ordinal, part, trust, lower: text.toLowerCase(), isOwn }
}

const LEAST_WORDS = 3
const SHARE = 0.75
/** A statement may be broken over so many lines. */
const LINES = 3

/** Its words and names, the longest and so the rarest first. */
function tellingWords(statement: string): readonly string[] {
  const words = statement.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? []
  return [...new Set(words)].filter((word) => !GRAMMAR.has(word)).sort((a, b) => b.length - a.length)
}

const GRAMMAR = new Set(
  'the and for that this with from are was were has have had not but its into when which while then than can will may via all any'.split(
    ' ',
  ),
)

/** Whether three lines on end have all that is named, and three of four of the words. */
function states(text: string, words: readonly string[], names: readonly string[]): boolean {
  if (!names.every((name) => text.includes(name))) return false
  const [rarest = ''] = words
  for (let at = text.indexOf(rarest); at >= 0; at = text.indexOf(rarest, at + rarest.length)) {
    const around = text.slice(startOf(text, at), endOf(text, at))
    if (sharesEnough(around, words, names)) return true
  }
  return false
}

function sharesEnough(text: string, words: readonly string[], names: readonly string[]): boolean {
  const shared = words.filter((word) => text.includes(word)).length
  return words.length > 0 && shared >= SHARE * words.length && names.every((name) => text.includes(name))
}

function startOf(text: string, at: number): number {
  let start = at
  for (let lines = 0; lines < LINES - 1 && start > 0; lines++) start = text.lastIndexOf('\n', start - 1)
  return Math.max(0, start)
}

function endOf(text: string, at: number): number {
  let end = at
  for (let lines = 0; lines < LINES - 1 && end >= 0; lines++) end = text.indexOf('\n', end + 1)
  return end < 0 ? text.length : end
}

import type { Trust } from '../../domain/entry.ts'
import { by, byNumber, inOrder } from '../../domain/order.ts'
import { anchorsOf } from '../../guard/anchors/anchors-of.ts'
import type { LearnSession, Place, Said } from './learn-session.ts'

interface Passage extends Pick<Place, 'ordinal' | 'part' | 'trust'> {
  readonly lower: string
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
      passages.push(passageOf(step, step.kind === 'said' ? step.text : (step.command ?? '')))
      if (step.kind === 'called' && step.result !== undefined)
        passages.push(passageOf(step.result, step.result.text))
    }
    this.#passages = passages.sort(earliest)
  }

  /** How far a statement is trusted that stands in what was said. */
  trustOf(statement: string, said: Said): Trust {
    const words = tellingWords(statement)
    if (words.length < LEAST_WORDS) return said.trust
    const names = anchorsOf(statement).map(({ raw }) => raw.toLowerCase())
    let first: Trust | undefined
    for (const { lower, trust, ordinal } of this.#passages) {
      const isBefore = ordinal <= said.ordinal
      if ((!isBefore || first !== undefined) && trust !== 'user') continue
      if (!states(lower, words, names)) continue
      if (trust === 'user') return 'user'
      first = trust
    }
    return first ?? said.trust
  }
}

function passageOf({ ordinal, part, trust }: Place, text: string): Passage {
  return { ordinal, part, trust, lower: text.toLowerCase() }
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
    const shared = words.filter((word) => around.includes(word)).length
    const isSaid = shared >= SHARE * words.length && names.every((name) => around.includes(name))
    if (isSaid) return true
  }
  return false
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

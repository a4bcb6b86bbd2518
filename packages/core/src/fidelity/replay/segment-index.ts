import type { TokenCounter } from '../../ports/token-counter.ts'
import type { AtomTable } from '../atoms/atom-table.ts'
import type { Kind, Part } from '../model/message.ts'
import { FactsBook, searchedTexts } from '../model/part-facts.ts'
import { partTokens } from '../model/part-tokens.ts'
import { operationOf } from '../targets/tool-names.ts'
import { AtomPlaces } from './atom-places.ts'
import type { ReplaySegment } from './replay-segment.ts'

/** How a replay samples and what it charges, as `fb2` has it. */
export interface ReplayRules {
  /** Tokens of system prompt and tools, sent with each call. */
  readonly overhead: number
  /** Recall is measured at every so many calls. */
  readonly every: number
  /** Calls ahead that count as what the agent needs next. */
  readonly horizon: number
}

export const FB2_RULES: ReplayRules = { overhead: 3000, every: 5, horizon: 20 }

const NO_ATOMS = new Int32Array()

/** An atom in more than this share of the messages tells nothing of one of them. */
const COMMON = 0.25

/** A call of the recorded agent. */
export interface ReplayCall {
  /** Index of its answer: the window was all before it. */
  readonly message: number
  /** From 1, over the calls of the segment. */
  readonly number: number
  /** Atoms that the next calls use, were seen before, and nothing says again; undefined where not sampled. */
  readonly need: Int32Array | undefined
  readonly act: ReplayAct | undefined
}

/** Atoms that the arguments of a call quote, each with the newest part before it that holds it. */
export interface ReplayAct {
  readonly isEdit: boolean
  readonly atoms: Int32Array
  readonly holders: readonly Part[]
}

/** A text that a policy shows instead of a part. */
interface ShownText {
  readonly kind: Kind
  readonly text: string
  readonly byValues: boolean
  readonly size: PartSize
}

export interface PartSize {
  readonly tokens: number
  readonly atoms: Int32Array
}

/** All of a segment that doesn't depend on what a policy shows: read once, used for every policy. */
export class SegmentIndex {
  readonly segment: ReplaySegment
  readonly rules: ReplayRules
  readonly counter: TokenCounter
  /** For an engine that is a policy, too: what is known of its texts would be as large as they are. */
  readonly facts: FactsBook
  readonly calls: readonly ReplayCall[]
  readonly #sizes = new Map<Part, PartSize>()
  /** By key, what a policy showed last. */
  readonly #shown = new Map<string, ShownText>()
  readonly #places: AtomPlaces

  constructor(segment: ReplaySegment, counter: TokenCounter, rules: ReplayRules = FB2_RULES) {
    this.segment = segment
    this.counter = counter
    this.rules = rules
    this.facts = new FactsBook(counter)
    const held = segment.messages.map(({ parts }) => joined(parts.map((part) => this.#readPart(part).atoms)))
    this.#places = new AtomPlaces(this.table.size, held)
    this.calls = this.#readCalls()
  }

  get table(): AtomTable {
    return this.facts.table
  }

  #readPart(part: Part): PartSize {
    const facts = this.facts.of(part)
    this.#sizes.set(part, facts)
    return facts
  }

  /** Of a part as recorded, or as a policy shows it: elided arguments by their values, or as they are sent. */
  sizeOf(part: Part, byValues = false): PartSize {
    const known = this.#sizes.get(part)
    if (known !== undefined) return known
    const { key, kind, text } = part
    const shown = this.#shown.get(key)
    if (shown?.text === text && shown.kind === kind && shown.byValues === byValues) return shown.size
    const size = this.#sizeOfShown(part, byValues)
    this.#shown.set(key, { kind, text, byValues, size })
    return size
  }

  #sizeOfShown(part: Part, byValues: boolean): PartSize {
    const tokens = partTokens(part, this.counter)
    if (part.kind === 'reasoning') return { tokens, atoms: NO_ATOMS }
    return { tokens, atoms: this.table.idsIn(...(byValues ? searchedTexts(part) : [part.text])) }
  }

  #isCommon(atom: number): boolean {
    return this.#places.count(atom) > COMMON * this.segment.messages.length
  }

  #readCalls(): readonly ReplayCall[] {
    const { messages, from } = this.segment
    const answers = messages.flatMap(({ role }, index) => (role === 'assistant' && index >= 1 ? [index] : []))
    const uses = new Map(answers.map((index) => [index, this.#uses(messages[index]?.parts ?? [])]))
    const quotes = this.#readQuotes()
    return answers.flatMap((message, place) => {
      if (message < from) return []
      const number = place + 1
      const ahead = answers.slice(place, place + this.rules.horizon)
      const need = number % this.rules.every === 0 ? this.#need(message, ahead, uses) : undefined
      return [{ message, number, need, act: quotes.get(message) }]
    })
  }

  #uses(parts: readonly Part[]): Int32Array {
    const quoting = parts.filter(({ kind }) => kind === 'text' || kind === 'tool_call')
    return joined(quoting.map((part) => this.facts.of(part).uses))
  }

  #need(k: number, ahead: readonly number[], uses: ReadonlyMap<number, Int32Array>): Int32Array {
    const need = new Set<number>()
    for (const user of ahead) {
      for (const atom of uses.get(user) ?? []) {
        if (need.has(atom) || (this.#places.first(atom) ?? k) >= k || this.#isCommon(atom)) continue
        if ((this.#places.next(atom, k) ?? user) >= user) need.add(atom)
      }
    }
    return Int32Array.from(need)
  }

  /** By message, what its calls quote, and from where. */
  #readQuotes(): ReadonlyMap<number, ReplayAct> {
    const quotes = new Map<number, ReplayAct>()
    const newest = new Map<number, Part>()
    for (const [index, { role, parts }] of this.segment.messages.entries()) {
      const calls = parts.filter(({ kind }) => kind === 'tool_call')
      const all = role === 'assistant' ? this.#uses(calls) : NO_ATOMS
      if (all.length > 0) {
        const atoms = all.filter((atom) => newest.has(atom) && !this.#isCommon(atom))
        const holders = Array.from(atoms).flatMap((atom) => newest.get(atom) ?? [])
        const isEdit = calls.some(editsFiles)
        quotes.set(index, { isEdit, atoms, holders })
      }
      for (const part of parts) for (const atom of this.sizeOf(part).atoms) newest.set(atom, part)
    }
    return quotes
  }
}

/** By its tool: a patch that only adds files is one as well. */
function editsFiles({ target, tool = '', args }: Part): boolean {
  return (target?.operation ?? operationOf(tool, args)) === 'edit'
}

/** The atoms of a message, each once. */
function joined(held: readonly Int32Array[]): Int32Array {
  const [only = NO_ATOMS, ...others] = held
  return others.length === 0 ? only : Int32Array.from(new Set(held.flatMap((atoms) => [...atoms])))
}

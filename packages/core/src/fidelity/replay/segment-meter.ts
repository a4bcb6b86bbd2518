import { ATOM_CLASSES } from '../atoms/atom-table.ts'
import type { CachePrices } from '../cost/cost-gate.ts'
import { CACHE_PRICES } from '../cost/cost-gate.ts'
import { newViolations } from '../groups/new-violations.ts'
import { STRICT_RULES } from '../groups/validate.ts'
import type { Message, Part } from '../model/message.ts'
import { isSameMessage } from '../model/same-message.ts'
import { FileHistory } from './file-states.ts'
import type { PartSize, ReplayAct, ReplayCall, SegmentIndex } from './segment-index.ts'
import { UserLines } from './user-lines.ts'
import { NO_SUMS, type WindowSums } from './window-sums.ts'

const MESSAGE_ENVELOPE = 4
const REFETCH_CALLS = 20
/** Tokens of asking for a part again, at the price of output. */
const REFETCH_ASK = 150 * 5

type Counted = { -readonly [name in keyof WindowSums]: WindowSums[name] }

export interface MeterOptions {
  readonly prices?: CachePrices
  /** Newest calls that the policy says it never changes. */
  readonly minAgeCalls?: number
  /** What it leaves of arguments is searched by its values. */
  readonly showsValues?: boolean
}

/** Takes in what a policy shows at each call of a segment, in order, and measures it against what came next. */
export class SegmentMeter {
  readonly #index: SegmentIndex
  readonly #prices: CachePrices
  readonly #minAgeCalls: number
  readonly #showsValues: boolean
  readonly #files: FileHistory
  readonly #lines: UserLines
  readonly #sums: Counted = { ...NO_SUMS }
  readonly #needed = [0, 0, 0, 0]
  readonly #kept = [0, 0, 0, 0]
  /** By atom, the parts of the view that hold it. */
  #visible = new Int32Array(1 << 16)
  /** Of the last call that was looked at: a copy for each would be the square of the session. */
  readonly #window: Message[] = []
  /** A copy of the last view: a policy may go on with one array. */
  readonly #view: Message[] = []
  /** So many messages at its start broke nothing when they were looked at, message for message of their window. */
  #sound = 0
  /** Tokens of the view up to each message, without overhead. */
  #tokensBefore: number[] = [0]
  #rawBefore = 0
  readonly #rawTokens: readonly number[]
  readonly #fetched = new Map<Part, number>()
  #isFirst = true

  constructor(
    index: SegmentIndex,
    { prices = CACHE_PRICES['anthropic-5m'], minAgeCalls = 0, showsValues = false }: MeterOptions = {},
  ) {
    this.#index = index
    this.#prices = prices
    this.#minAgeCalls = minAgeCalls
    this.#showsValues = showsValues
    const { messages, workingDirectory } = index.segment
    this.#files = new FileHistory(messages, workingDirectory)
    this.#lines = new UserLines(messages, index.counter)
    let sum = 0
    this.#rawTokens = [0, ...messages.map((message) => (sum += this.#messageTokens(message)))]
  }

  sums(): WindowSums {
    return { ...this.#sums, needed: [...this.#needed], kept: [...this.#kept] }
  }

  /** Milliseconds that the policy took, where somebody has a clock. */
  addTime(milliseconds: number): void {
    this.#sums.milliseconds += milliseconds
  }

  take(call: ReplayCall, view: readonly Message[]): void {
    this.#charge(call, view)
    if (call.act !== undefined) this.#checkAct(call.act, call.number)
    if (call.need !== undefined) this.#sample(call.need, call.message, view)
    this.#isFirst = false
  }

  #charge(call: ReplayCall, view: readonly Message[]): void {
    const { overhead } = this.#index.rules
    const sums = this.#sums
    const same = this.#samePrefix(view)
    const isBust = same < this.#view.length
    const shared = (this.#isFirst ? 0 : overhead) + (this.#tokensBefore[same] ?? 0)
    const partial = isBust && same < view.length ? this.#sharedStart(view, same) : 0
    this.#replaceFrom(same, view)
    const tokens = overhead + (this.#tokensBefore.at(-1) ?? 0)
    const raw = overhead + (this.#rawTokens[call.message] ?? 0)
    sums.calls++
    sums.tokens += tokens
    sums.rawTokens += raw
    sums.peak = Math.max(sums.peak, tokens)
    if (isBust) sums.busts++
    sums.cost += this.#price(Math.min(shared + partial, tokens), tokens)
    sums.refetchCost += this.#price(Math.min(shared, tokens), tokens)
    sums.rawCost += this.#price(this.#rawBefore, raw)
    this.#rawBefore = raw
  }

  #price(cached: number, tokens: number): number {
    return this.#prices.read * cached + this.#prices.write * (tokens - cached)
  }

  #samePrefix(view: readonly Message[]): number {
    const length = Math.min(view.length, this.#view.length)
    for (let index = 0; index < length; index++) {
      const [now, before] = [view[index], this.#view[index]]
      if (now === before) continue
      if (now === undefined || !isSameMessage(now, before)) return index
      // So that the next call finds the very object again.
      this.#view[index] = now
    }
    return length
  }

  /** A quarter token for each character that the first messages that differ have in common. */
  #sharedStart(view: readonly Message[], index: number): number {
    const [now, before] = [serialise(view[index]), serialise(this.#view[index])]
    const length = Math.min(now.length, before.length)
    let same = 0
    while (same < length && now.charCodeAt(same) === before.charCodeAt(same)) same++
    return Math.floor(same / 4)
  }

  #replaceFrom(same: number, view: readonly Message[]): void {
    for (let index = same; index < this.#view.length; index++) this.#count(this.#view[index], -1)
    this.#view.length = same
    this.#tokensBefore.length = same + 1
    let tokens = this.#tokensBefore[same] ?? 0
    for (const message of view.slice(same)) {
      tokens += this.#count(message, 1)
      this.#view.push(message)
      this.#tokensBefore.push(tokens)
    }
    this.#sound = Math.min(this.#sound, same)
  }

  #messageTokens(message: Message): number {
    return message.parts.reduce((sum, part) => sum + this.#index.sizeOf(part).tokens, MESSAGE_ENVELOPE)
  }

  #count(message: Message | undefined, by: 1 | -1): number {
    let tokens = MESSAGE_ENVELOPE
    for (const part of message?.parts ?? []) {
      const size = this.#index.sizeOf(part, this.#showsValues)
      tokens += size.tokens
      this.#countAtoms(size, by)
    }
    return tokens
  }

  #countAtoms({ atoms }: PartSize, by: 1 | -1): void {
    for (const atom of atoms) {
      if (atom >= this.#visible.length) {
        const larger = new Int32Array(2 * Math.max(atom, this.#visible.length))
        larger.set(this.#visible)
        this.#visible = larger
      }
      this.#visible[atom] = (this.#visible[atom] ?? 0) + by
    }
  }

  #isVisible(atom: number): boolean {
    return (this.#visible[atom] ?? 0) > 0
  }

  #checkAct(act: ReplayAct, number: number): void {
    const sums = this.#sums
    sums.acts++
    if (act.isEdit) sums.edits++
    const missing = new Set<Part>()
    for (const [place, atom] of act.atoms.entries()) {
      const holder = act.holders[place]
      if (holder !== undefined && !this.#isVisible(atom) && !this.#isFetched(holder, number))
        missing.add(holder)
    }
    if (missing.size === 0) return
    sums.unsupported++
    if (act.isEdit) sums.unsupportedEdits++
    for (const part of missing) this.#refetch(part, number)
  }

  #isFetched(part: Part, number: number): boolean {
    const at = this.#fetched.get(part)
    return at !== undefined && number < at + REFETCH_CALLS
  }

  #refetch(part: Part, number: number): void {
    const { tokens } = this.#index.sizeOf(part)
    const { read, write } = this.#prices
    this.#fetched.set(part, number)
    this.#sums.refetched += tokens
    this.#sums.refetchCost += write * tokens + read * tokens * REFETCH_CALLS + REFETCH_ASK
  }

  #sample(need: Int32Array, k: number, view: readonly Message[]): void {
    const sums = this.#sums
    sums.samples++
    for (const atom of need) {
      const place = ATOM_CLASSES.indexOf(this.#index.table.classOf(atom))
      this.#needed[place] = (this.#needed[place] ?? 0) + 1
      if (this.#isVisible(atom)) this.#kept[place] = (this.#kept[place] ?? 0) + 1
    }
    const window = this.#windowBefore(k)
    const lines = this.#lines.shownBefore(k, view)
    sums.userLines += lines.all
    sums.userLinesKept += lines.shown
    sums.ownLinesLost += lines.lostOfOwn
    sums.violations += this.#violations(window, view)
    const states = this.#files.shownBefore(k, view)
    sums.files += states.files
    sums.filesShown += states.shown
    sums.contents += states.contents
    sums.contentsShown += states.contentsShown
  }

  #windowBefore(k: number): readonly Message[] {
    const { messages } = this.#index.segment
    for (const message of messages.slice(this.#window.length, k)) this.#window.push(message)
    return this.#window
  }

  /** Of a view that goes on from one without any, only what was added can break something. */
  #violations(window: readonly Message[], view: readonly Message[]): number {
    const found = newViolations(window, view, STRICT_RULES, this.#minAgeCalls, this.#sound).length
    this.#sound = found === 0 && view.length === window.length ? view.length : 0
    return found
  }
}

function serialise(message: Message | undefined): string {
  return message === undefined ? '' : `${message.role}|${message.parts.map(serialisePart).join('\u0001')}`
}

function serialisePart({ kind, callId = '', tool = '', text }: Part): string {
  if (kind === 'tool_call') return `call:${callId}${tool}${text}`
  if (kind === 'tool_result') return `res:${callId}${text}`
  return `${kind === 'reasoning' ? 'think' : 'text'}:${text}`
}

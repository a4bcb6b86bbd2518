import type { MissCause } from './fidelity-event.ts'

/** What a session goes by beside its ledger, as plain data: it outlives the process (CAM-85). */
export interface SessionMemory {
  /** Key of the last message that a person wrote: with a new one a turn begins. */
  readonly turn?: string
  readonly isScored: boolean
  /** Whether this turn's second look was taken (INV-06). */
  readonly isRegraded: boolean
  /** Whether the view of this turn was made: what is put in afterwards comes too late (INV-01). */
  readonly isPrepared: boolean
  /** Keys of what was put in for this turn alone (INV-10). */
  readonly injected: readonly string[]
  readonly compaction: Compaction
  /** Where a pass last found too little to leave out. */
  readonly tooLittle?: { readonly used: number; readonly calls: number } | undefined
  /** Passes in a row that had to come and freed hardly anything. */
  readonly futile: number
  /** Tokens of the window when passes were given up. */
  readonly exhaustedAt?: number | undefined
  /** The budget under which they were. */
  readonly exhaustedUnder?: number | undefined
  /** Reported to estimated tokens of the last calls. */
  readonly ratios: readonly number[]
  readonly cache: CacheMemory
  /** Rules that were added to those of the options, and rules that were taken from them. */
  readonly pins: readonly string[]
  readonly unpinned: readonly string[]
  /** Codes of issues that were reported: each is told once. */
  readonly reported: readonly string[]
  /** The model copied what an elision writes: arguments are shown as they are from then on. */
  readonly keepsArguments: boolean
  /** The provider refused a view: the window goes out as it is from then on. */
  readonly isRefused: boolean
  /** A pass broke the window and was taken back: what was decided before holds, and no further pass is made. */
  readonly isHalted: boolean
  /** Handles of a session that this one goes on from, by key. */
  readonly oldHandles: Readonly<Record<string, string>>
  /** Keys that a hard compaction took out of the window. */
  readonly handedOff: readonly string[]
  readonly totals: CacheTotals
}

/** Where the hard compaction of the profile `cam` stands, in turns. */
export type Compaction =
  | { readonly state: 'ready' }
  | { readonly state: 'compacted'; readonly cooldown: number }
  | { readonly state: 'cooling'; readonly turns: number }

/** What is known of the provider's prompt cache. */
export interface CacheMemory {
  readonly model?: string
  readonly overheadHash?: string
  readonly lastCallAt?: number
  /** The last report showed nothing cached on a prompt that is long enough for it. */
  readonly wasMissed: boolean
  /** No call was made by this process yet, though the session had some. */
  readonly isResumed: boolean
  /** Estimated tokens of the view before: the next one finds them in the cache. */
  readonly expected: number
  /** Estimated tokens of the last view. */
  readonly sent?: number
  /** The last view was the window as it came, in spite of what was decided. */
  readonly wasRaw?: boolean
  /** What changed since the call before, where that loses the cache. */
  readonly cause?: MissCause | undefined
  /** How many parts the last view had, and the key of the last one: what a host changes before it shows there. */
  readonly last?: { readonly messages: number; readonly key: string } | undefined
}

/** What the cache did, over the session. */
export interface CacheTotals {
  readonly busts: number
  readonly saved: number
  readonly lost: number
}

export const NEW_SESSION: SessionMemory = {
  isScored: false,
  isRegraded: false,
  isPrepared: false,
  injected: [],
  compaction: { state: 'ready' },
  futile: 0,
  ratios: [],
  cache: { wasMissed: false, isResumed: false, expected: 0 },
  pins: [],
  unpinned: [],
  reported: [],
  keepsArguments: false,
  isRefused: false,
  isHalted: false,
  oldHandles: {},
  handedOff: [],
  totals: { busts: 0, saved: 0, lost: 0 },
}

/** The memory as a new turn begins: scored and graded anew it may be again, and what was put in has gone (INV-06). */
export function nextTurn(memory: SessionMemory): SessionMemory {
  const turn = { isScored: false, isRegraded: false, isPrepared: false, injected: [] }
  return { ...memory, ...turn, compaction: cooled(memory.compaction) }
}

function cooled(compaction: Compaction): Compaction {
  switch (compaction.state) {
    case 'ready':
      return compaction
    case 'compacted':
      return compaction.cooldown > 0 ? { state: 'cooling', turns: compaction.cooldown } : { state: 'ready' }
    case 'cooling':
      return compaction.turns > 1 ? { state: 'cooling', turns: compaction.turns - 1 } : { state: 'ready' }
    default:
      return compaction satisfies never
  }
}

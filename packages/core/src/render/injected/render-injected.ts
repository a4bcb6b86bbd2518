import type { Trust } from '../../domain/entry.ts'
import { formatDate, type Instant } from '../../domain/instant.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'
import { allocateLines } from '../allocation/allocate-lines.ts'
import type { Candidate, Section } from '../allocation/allocation.ts'
import { candidateTable } from '../allocation/candidate-table.ts'
import { renderDocument } from '../allocation/document.ts'
import { type CategoryConfig, orderCategories } from '../categories.ts'
import { FRAMING_NOTICE } from '../framing-notice.ts'
import { bulletText } from '../single-line.ts'

/** An entry that may be put before an agent unasked, with what tells how far to rely on it. */
export interface InjectedEntry {
  readonly id: string
  readonly shortId: string
  readonly content: string
  readonly category: string
  readonly assertedTo: Instant
  readonly trust: Trust
  /** Pinned, or a caveat: shown first. */
  readonly isFirst: boolean
  /** Work that was begun and lies still. */
  readonly isStalled: boolean
  /** Shown only where everything surer is. */
  readonly isLow: boolean
  readonly isStale: boolean
  /** One session alone told of it, and no person. */
  readonly isSeenOnce: boolean
}

export interface InjectionConfig {
  readonly project: string
  readonly branch: string | null
  readonly categories: readonly CategoryConfig[]
  /** Most tokens of the whole text. */
  readonly budget: number
  readonly counter: TokenCounter
  /** How the host measures, and the most that it takes. */
  readonly limit: { readonly sizeOf: (text: string) => number; readonly most: number }
  /** Work in progress goes before the categories: what was compacted away is what one was doing. */
  readonly isAfterCompaction: boolean
  /** A line of its own, before all entries. */
  readonly notice?: string | undefined
  /** Entries that there are beyond the given ones. */
  readonly beyond: number
  /** There are more than that. */
  readonly isCapped: boolean
}

export interface Injection {
  readonly text: string
  readonly shown: readonly string[]
}

const PINNED = '\u0000pinned'
const WORK = '\u0000work'
const TITLES: Readonly<Record<string, string>> = { [PINNED]: 'Pinned', [WORK]: 'Work in progress' }
const MOST_TRIES = 12

/**
 * What a session starts with: reference data in a frame, within the budget in tokens and the host's limit.
 * Undefined where there is nothing to say, or no room. The entries come in the order of their importance.
 */
export function renderInjection(
  entries: readonly InjectedEntry[],
  config: InjectionConfig,
): Injection | undefined {
  if (entries.length === 0) return undefined
  const { sizeOf, most } = config.limit
  let budget = config.budget
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const injection = renderWithin(entries, config, budget)
    if (injection.shown.length === 0) return undefined
    const size = sizeOf(injection.text)
    if (size <= most && config.counter.count(injection.text) <= config.budget) return injection
    budget = Math.floor(budget * Math.min(0.95, most / size))
  }
  return undefined
}

function renderWithin(entries: readonly InjectedEntry[], config: InjectionConfig, budget: number): Injection {
  const { counter, categories, beyond, isCapped, isAfterCompaction } = config
  const candidates = candidateTable(entries.map(candidateOf), counter)
  const own = orderCategories(
    candidates.sections.filter((name) => TITLES[name] === undefined),
    categories,
  )
  const special = (name: string): readonly Section[] =>
    candidates.sections.includes(name) ? [{ name, title: TITLES[name] ?? '' }] : []
  const sections = isAfterCompaction
    ? [...special(PINNED), ...special(WORK), ...own]
    : [...special(PINNED), ...own, ...special(WORK)]
  const [open, close] = frameOf(config)
  const allocation = allocateLines({
    frame: {
      header: [FRAMING_NOTICE, ...(config.notice === undefined ? [] : [config.notice])],
      footer: (left) => `${isCapped ? 'over ' : ''}${left} more: varve search`,
      beyond,
    },
    sections,
    candidates,
    weights: weightsOf(sections),
    budget: Math.max(0, budget - counter.count(open) - counter.count(close)),
    counter,
  })
  return { text: `${open}${renderDocument(allocation.document)}${close}`, shown: allocation.shown }
}

/** Half at most for what is pinned, a seventh for work that lies still. */
function weightsOf(sections: readonly Section[]): ReadonlyMap<string, number> {
  const own = Math.max(1, sections.filter(({ name }) => TITLES[name] === undefined).length)
  return new Map(
    sections.map(({ name }) => [name, name === PINNED ? own * 1.2 : name === WORK ? own * 0.3 : 1]),
  )
}

function frameOf({ project, branch }: InjectionConfig): readonly [open: string, close: string] {
  const where = `project="${attribute(project)}"${branch === null ? '' : ` branch="${attribute(branch)}"`}`
  return [`<varve-context v="1" ${where}>\n`, '</varve-context>']
}

function candidateOf(entry: InjectedEntry): Candidate {
  const { id, shortId, content, category, assertedTo, trust } = entry
  const { isFirst, isStalled, isLow, isStale, isSeenOnce } = entry
  const facts = [shortId, formatDate(assertedTo), ...(trust === 'user' ? [] : [trust])].join(', ')
  return {
    id,
    section: isFirst ? PINNED : isStalled ? WORK : category,
    isLow,
    shortId: '',
    text: bulletText(framed(content)),
    tail: `${isStale ? ' [stale?]' : ''}${isSeenOnce ? ' [seen once]' : ''} (${facts})`,
  }
}

const CONTROL = /\u001b\[[0-?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
const FRAME_TAG =
  /<(?=\/?\s*(?:varve-context|system(?:[-_]?reminder)?|antml|function_(?:calls|results)|user|assistant|human|tool_(?:use|result))\b)/gi

/** A text that can neither end the frame that it stands in, nor pass for another. */
export function framed(text: string): string {
  return text
    .replace(CONTROL, '')
    .replace(/<\/(?=varve-context)/gi, '<\\/')
    .replace(FRAME_TAG, '&lt;')
}

function attribute(text: string): string {
  return /^[\w/.@:+ -]*$/.test(text) ? text : text.replace(/[^\p{L}\p{N}/._@:+ -]/gu, '_')
}

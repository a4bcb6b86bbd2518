import { readFileSync } from 'node:fs'
import {
  FB2_RULES,
  type Message,
  policyContext,
  type ReplaySegment,
  SegmentIndex,
} from '@varve/core/fidelity'
import { renderTable } from '../measure.ts'
import { nameOf, type PolicySpec, policyOf } from './policy-spec.ts'
import { percent } from './print.ts'
import { type BenchSession, COMPACTIONS, counter } from './read-sessions.ts'

/** Where agents compacted their own window: how much of what they needed next the summary kept, and how much a fitted window would have. */
export function compareCompactions(sessions: readonly BenchSession[], specs: readonly PolicySpec[]): string {
  const rows = new Map<string, { tokens: number; kept: number }>()
  let needed = 0
  let raw = 0
  let count = 0
  for (const { segments } of sessions) {
    for (const [place, after] of segments.entries()) {
      const before = segments[place - 1]
      if (before === undefined || after.start !== 'compaction') continue
      const boundary = new Boundary(before, after)
      if (boundary.need.length === 0) continue
      count++
      needed += boundary.need.length
      raw += boundary.tokensOf(before.messages)
      add(rows, 'the agent’s own summary', boundary, boundary.summary)
      for (const spec of specs) add(rows, nameOf(spec), boundary, boundary.fittedBy(spec))
    }
  }
  const table = renderTable(
    ['', 'tokens after', 'of what the next 20 calls use, shown'],
    [...rows].map(([name, { tokens, kept }]) => [
      name,
      Math.round(tokens / Math.max(1, count)).toString(),
      percent(kept / needed),
    ]),
  )
  return `${count} compactions, of ${Math.round(raw / Math.max(1, count))} tokens on average. ${pathsKept()}\n\n${table}`
}

function add(
  rows: Map<string, { tokens: number; kept: number }>,
  name: string,
  boundary: Boundary,
  view: readonly Message[],
) {
  const row = rows.get(name) ?? { tokens: 0, kept: 0 }
  rows.set(name, row)
  row.tokens += boundary.tokensOf(view)
  row.kept += boundary.keptBy(view)
}

/** The last window before a compaction, and what the agent did after it. */
class Boundary {
  readonly summary: readonly Message[]
  readonly need: Int32Array
  readonly #before: ReplaySegment
  readonly #index: SegmentIndex

  constructor(before: ReplaySegment, after: ReplaySegment) {
    this.#before = before
    const carried = after.messages.findIndex(({ role }) => role === 'assistant')
    this.summary = after.messages.slice(0, Math.max(0, carried))
    const messages = [...before.messages, ...after.messages.slice(Math.max(0, carried))]
    const from = before.messages.length
    this.#index = new SegmentIndex({ ...before, messages, from }, counter, { ...FB2_RULES, every: 1 })
    this.need = this.#index.calls[0]?.need ?? new Int32Array()
  }

  tokensOf(view: readonly Message[]): number {
    return view.reduce(
      (sum, { parts }) => sum + parts.reduce((all, part) => all + this.#index.sizeOf(part).tokens, 4),
      0,
    )
  }

  keptBy(view: readonly Message[]): number {
    const visible = new Set(
      view.flatMap(({ parts }) => parts.flatMap((part) => [...this.#index.sizeOf(part).atoms])),
    )
    return this.need.filter((atom) => visible.has(atom)).length
  }

  /** What a policy shows at the end, stepped through every call before. */
  fittedBy(spec: PolicySpec): readonly Message[] {
    const { messages } = this.#before
    const step = policyOf(spec).open(policyContext(this.#index))
    for (const [index, { role }] of messages.entries())
      if (role === 'assistant' && index > 0) step(messages.slice(0, index))
    return step(messages)
  }
}

/** Over the whole set, tuning half included: the summaries are the agents' own. */
function pathsKept(): string {
  const rows = readFileSync(COMPACTIONS, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
  const sum = (column: number) => rows.reduce((total, row) => total + Number(row[column]), 0)
  return `In all ${rows.length} of the public set, ${sum(8)} of the ${sum(7)} paths that were needed later stood in the agent’s summary.`
}

import { createFidelity, FB2_RULES, type Fidelity, type Message } from '@varve/core/fidelity'
import { areSameMessages } from '../../packages/core/src/fidelity/model/same-message.ts'
import { renderTable } from '../measure.ts'
import { nameOf, type PolicySpec } from './policy-spec.ts'
import type { BenchSession } from './read-sessions.ts'

const OVERHEAD = { tokens: FB2_RULES.overhead, hash: 'bench' }
const LEVELS = ['full', 'compressed', 'placeholder']

interface Broken {
  readonly calls: number
  /** Calls at which two engines showed something else. */
  readonly runs: number
  /** At which one that gets its own views back showed something else. */
  readonly views: number
  /** At which nothing was decided and yet a view doesn’t go on from the one before. */
  readonly prefixes: number
  /** Parts whose level rose. */
  readonly levels: number
}

/** The four laws of views, looked for at every call of recorded sessions, and not only at those that are sampled. */
export function checkLaws(sessions: readonly BenchSession[], specs: readonly PolicySpec[]): string {
  const rows = specs.flatMap((spec) => {
    if (spec.kind !== 'default' && spec.kind !== 'cam') return []
    const options = { ...spec.options, ...(spec.kind === 'cam' ? { profile: 'cam' as const } : {}) }
    const open = () => createFidelity({ sessionId: 's_bench', ...options })
    const found = sessions.flatMap(({ segments }) =>
      segments.map(({ messages }) => checkSegment(messages, open)),
    )
    const sum = (pick: (broken: Broken) => number) => found.reduce((total, each) => total + pick(each), 0)
    return [
      [
        nameOf(spec),
        ...[
          sum(({ calls }) => calls),
          sum(({ runs }) => runs),
          sum(({ views }) => views),
          sum(({ prefixes }) => prefixes),
          sum(({ levels }) => levels),
        ].map(String),
      ],
    ]
  })
  return renderTable(
    ['', 'calls', 'two runs differ', 'its own view comes back otherwise', 'no prefix', 'levels that rise'],
    rows,
  )
}

function checkSegment(messages: readonly Message[], open: () => Fidelity): Broken {
  const [first, second, carried] = [open(), open(), open()]
  const broken = { calls: 0, runs: 0, views: 0, prefixes: 0, levels: 0 }
  let before: readonly Message[] = []
  let back: readonly Message[] = []
  let known = 0
  for (const [index, { role }] of messages.entries()) {
    if (role !== 'assistant' || index === 0) continue
    const window = messages.slice(0, index)
    const view = viewOf(first, window)
    broken.calls++
    if (!areSameMessages(view.messages, viewOf(second, window).messages)) broken.runs++
    back = viewOf(carried, [...back, ...messages.slice(known, index)]).messages
    known = index
    if (!areSameMessages(view.messages, back)) broken.views++
    const hasDecided = view.passes.length > 0
    if (!hasDecided && !areSameMessages(view.messages.slice(0, before.length), before)) broken.prefixes++
    before = view.messages
  }
  return { ...broken, levels: risen(first) }
}

function viewOf(engine: Fidelity, messages: readonly Message[]) {
  return engine.prepare({ window: { messages, overhead: OVERHEAD, sessionId: 's_bench' } })
}

function risen(engine: Fidelity): number {
  const levels = new Map<string, number>()
  let count = 0
  for (const { key, level, action } of engine.state().decisions) {
    const now = LEVELS.indexOf(level)
    if (action !== 'restore' && now < (levels.get(key) ?? 0)) count++
    levels.set(key, now)
  }
  return count
}

import {
  addSums,
  asRecorded,
  CACHE_PRICES,
  figuresOf,
  replayPolicy,
  SegmentIndex,
} from '@varve/core/fidelity'
import { renderTable } from '../measure.ts'
import { nameOf, type PolicySpec, policyOf } from './policy-spec.ts'
import { percent } from './print.ts'
import { type BenchSession, counter } from './read-sessions.ts'

type PriceName = keyof typeof CACHE_PRICES
const LISTS = Object.keys(CACHE_PRICES) as readonly PriceName[]
/** Sessions shorter than this tell nothing of a gate. */
const FEWEST_CALLS = 40

/** What a policy costs under each list of prices, relative to no compaction; its gate goes by the same list. */
export function comparePrices(
  groups: readonly (readonly [name: string, sessions: readonly BenchSession[]])[],
  specs: readonly PolicySpec[],
): string {
  const rows = groups.flatMap(([name, sessions]) => {
    const indexes = indexesOf(sessions)
    return specs.map((spec) => [
      name,
      nameOf(spec),
      ...LISTS.map((list) => percent(figuresOf(costOf(indexes, spec, list)).cost)),
    ])
  })
  return renderTable(['sessions', '', ...LISTS], rows)
}

/** The cost gate session by session: the worst that it did against the same marks without it, and against nothing. */
export function compareGate(
  sessions: readonly BenchSession[],
  gated: PolicySpec,
  ungated: PolicySpec,
): string {
  const ratios = sessions.flatMap((session) => {
    const indexes = indexesOf([session])
    if (indexes.reduce((sum, { calls }) => sum + calls.length, 0) < FEWEST_CALLS) return []
    const [withGate, without, none] = [gated, ungated, undefined].map(
      (spec) => costOf(indexes, spec, 'anthropic-5m').cost,
    )
    return [{ off: (withGate ?? 0) / (without ?? 1), none: (withGate ?? 0) / (none ?? 1) }]
  })
  const worst = (pick: (ratio: { off: number; none: number }) => number) => Math.max(...ratios.map(pick))
  const over = (bound: number, pick: (ratio: { off: number; none: number }) => number) =>
    ratios.filter((ratio) => pick(ratio) > bound).length
  return renderTable(
    ['of sessions with 40 calls or more', 'sessions', 'worst', 'bound', 'above it'],
    [
      [
        'cost with the gate, relative to that without',
        String(ratios.length),
        percent(worst(({ off }) => off)),
        '102.0',
        String(over(1.02, ({ off }) => off)),
      ],
      [
        'cost with the gate, relative to no compaction',
        String(ratios.length),
        percent(worst(({ none }) => none)),
        '105.0',
        String(over(1.05, ({ none }) => none)),
      ],
    ],
  )
}

function indexesOf(sessions: readonly BenchSession[]): readonly SegmentIndex[] {
  return sessions.flatMap(({ segments }) => segments.map((segment) => new SegmentIndex(segment, counter)))
}

function costOf(indexes: readonly SegmentIndex[], spec: PolicySpec | undefined, list: PriceName) {
  const prices = CACHE_PRICES[list]
  const priced =
    spec?.kind === 'default'
      ? { ...spec, options: { ...spec.options, ...(spec.options.prices?.write === 1 ? {} : { prices }) } }
      : spec
  const policy = priced === undefined ? asRecorded : policyOf(priced)
  return addSums(indexes.map((index) => replayPolicy(policy, index, { prices })))
}

import { createHash } from 'node:crypto'
import { FB2_RULES, pairedDifferences, type SessionRuns } from '@varve/core/fidelity'
import { median, renderTable } from '../measure.ts'
import type { BenchResult } from '../run.ts'
import { ABLATIONS, UNGATED } from './ablations.ts'
import { checkLaws } from './check-laws.ts'
import { compareGate, comparePrices } from './compare-prices.ts'
import { compareCompactions } from './native-compactions.ts'
import { measurePeers, PEER_PACKAGES } from './peers.ts'
import { BUDGET, nameOf, type PolicySpec, preset } from './policy-spec.ts'
import { figureTable, GATED, SHORT_HEAD, shortCells, signed } from './print.ts'
import { type BenchSession, counter, readSessions } from './read-sessions.ts'
import { SessionReplay } from './replay-sessions.ts'
import { FITTED_PROJECT, splitSessions } from './split-sessions.ts'

const CLEAR_60: PolicySpec = { kind: 'clear-tool', trigger: 60_000, keep: 3, atLeast: 20_000 }
const CLEAR_40: PolicySpec = { kind: 'clear-tool', trigger: 40_000, keep: 3, atLeast: 10_000 }
const BALANCED = preset('balanced', {}, 'default, balanced')
const LEAN = preset('lean', {}, 'default, lean')
const cam = (label: string, compat: boolean): PolicySpec => ({
  kind: 'cam',
  label,
  options: { budget: BUDGET, cam: { enabled: true, compat } },
})

const POLICIES: readonly PolicySpec[] = [
  { kind: 'none' },
  BALANCED,
  CLEAR_60,
  LEAN,
  CLEAR_40,
  preset('light', {}, 'default, light'),
  { kind: 'clear-tool', trigger: 100_000, keep: 3, atLeast: 0 },
  { kind: 'opencode' },
  { kind: 'mask-last', keep: 10, polling: 1 },
  { kind: 'mask-last', keep: 10, polling: 20 },
  { kind: 'window', most: 60_000 },
  cam('cam', false),
  cam('cam, as upstream', true),
  { kind: 'oracle', trigger: 60_000, withArguments: false },
  { kind: 'oracle', trigger: 60_000, withArguments: true },
  { kind: 'oracle', trigger: 40_000, withArguments: true },
]

const GATES = [
  [BALANCED, CLEAR_60],
  [LEAN, CLEAR_40],
] as const

const CLAIM =
  'A fitted window shows more of what the agent uses next, in fewer tokens, than clearing old results'

/** Replays recorded sessions and looks what each policy still shows of what the agent used next. */
export async function run(): Promise<BenchResult> {
  const all = readSessions()
  const { tuning, heldOut } = splitSessions(all)
  if (heldOut.length === 0) return { claim: CLAIM, how: 'Skipped: no data at VARVE_DATA.', table: '' }
  const sections = [
    await heldOutSection(heldOut),
    await projectSection(all),
    await ablationSection(tuning),
    await peerSection(heldOut),
    compactionSection(heldOut),
    lawSection(all),
    priceSection(heldOut, all),
  ]
  counter.save()
  return { claim: CLAIM, how: howOf(tuning, heldOut, all), table: sections.join('\n\n') }
}

function howOf(
  tuning: readonly BenchSession[],
  heldOut: readonly BenchSession[],
  all: readonly BenchSession[],
): string {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const segments = (sessions: readonly BenchSession[]) =>
    sum(sessions.map((session) => session.segments.length))
  const edited = heldOut.filter(({ hasHostEdit }) => hasHostEdit).length
  const dropped = all.flatMap((session) => session.dropped)
  const lost = (['openCalls', 'emptyAnswers', 'orphanResults', 'leading'] as const)
    .map((name) => `${name} ${sum(dropped.map((each) => each[name]))}`)
    .join(', ')
  return `Recorded sessions of public projects whose window reached 60k tokens are replayed call by call (\`fb2\`): at each call a policy says what it would have shown, and what the recorded agent did next is held against that. Every other session of each project was used for tuning (${tuning.length} sessions, ${segments(tuning)} segments); the first tables are of the others, which were not looked at before (${heldOut.length} sessions, ${segments(heldOut)} segments, ${edited} with silent edits of their host). Percentages; of policies with marks in tokens means of five runs, with marks shifted by up to 4k; cam, opencode, mask-last and the oracles run once. Tokens by \`o200k\` with ${FB2_RULES.overhead} of overhead a call; costs relative to no compaction, cache reads 0.1, writes 1.25; \`cost + refetch\` adds reading again what an act quotes and can't see. Cleaning took: ${lost}. Overhead that agents really have, by what they reported of their first call (medians): ${overheads(all)}. Data: ${dataHash(all)} (SHA-256 over the files’ own, in their order).

- FRR: of the names, numbers and lines that the next 20 calls use and that were seen before, how many are visible. UAR: acts that quote something invisible; edits: of acts that edit. UIR: lines of user messages. STATE: files whose newest change is visible, content: with its text.

Limits: the agent saw everything when it acted; what is quoted is not what is understood; few authors, and most sessions are of one project; caching is ideal; no model took part.`
}

function overheads(all: readonly BenchSession[]): string {
  const formats = [...new Set(all.map(({ format }) => format))].sort()
  return formats
    .flatMap((format) => {
      const known = all
        .filter((session) => session.format === format)
        .flatMap(({ overhead }) => overhead ?? [])
      return known.length === 0 ? [] : [`${format} ${(median(known) / 1000).toFixed(1)}k`]
    })
    .join(', ')
}

function dataHash(all: readonly BenchSession[]): string {
  const hashes = new Map(all.map(({ file, sha256 }) => [file, sha256]))
  return createHash('sha256')
    .update(
      [...hashes]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, hash]) => hash)
        .join('\n'),
    )
    .digest('hex')
    .slice(0, 16)
}

async function heldOutSection(sessions: readonly BenchSession[]): Promise<string> {
  const replay = new SessionReplay(sessions)
  const runs = await replay.replay(POLICIES)
  await replay.close()
  const rows = POLICIES.map((spec, place) => [nameOf(spec), runs[place] ?? []] as const)
  return `## Sessions held back from tuning\n\n${figureTable(rows)}\n\nDifferences to the baseline with 95 % intervals (bootstrap over sessions, paired):\n\n${gateTable(runs)}`
}

function gateTable(runs: readonly SessionRuns[]): string {
  const of = (spec: PolicySpec) => runs[POLICIES.indexOf(spec)] ?? []
  return renderTable(
    ['', ...Object.keys(GATED)],
    GATES.map(([ours, theirs]) => [
      `${nameOf(ours)} − ${nameOf(theirs)}`,
      ...Object.values(pairedDifferences(of(ours), of(theirs), GATED)).map(signed),
    ]),
  )
}

async function projectSection(all: readonly BenchSession[]): Promise<string> {
  const specs = [BALANCED, CLEAR_60, LEAN, CLEAR_40]
  const rows: string[][] = []
  for (const project of new Set(all.map((session) => session.project))) {
    const sessions = all.filter((session) => session.project === project)
    const replay = new SessionReplay(sessions)
    const runs = await replay.replay(specs)
    await replay.close()
    const agents = [...new Set(sessions.map(({ format }) => format))].join(', ')
    for (const [place, spec] of specs.entries()) {
      rows.push([
        `${project} (${agents}, ${sessions.length})`,
        nameOf(spec),
        ...shortCells(runs[place] ?? []),
      ])
    }
  }
  const note = `\`${FITTED_PROJECT}\` is in no half, because earlier coefficients were fitted on it; SpecStory files lack part of what the model saw.`
  return `## Each project by itself\n\nBoth halves together. ${note}\n\n${renderTable(['project (agent, sessions)', '', ...SHORT_HEAD], rows)}`
}

async function ablationSection(sessions: readonly BenchSession[]): Promise<string> {
  const replay = new SessionReplay(sessions)
  const runs = await replay.replay(ABLATIONS)
  await replay.close()
  const rows = ABLATIONS.map((spec, place) => [nameOf(spec), ...shortCells(runs[place] ?? [])])
  return `## What each part of it does\n\nOn the half for tuning; one thing changed, the same marks.\n\n${renderTable(['', ...SHORT_HEAD], rows)}`
}

async function peerSection(sessions: readonly BenchSession[]): Promise<string> {
  const table = await measurePeers(sessions)
  const head = '## Peers through their own packages'
  if (table === undefined) return `${head}\n\nSkipped: \`VARVE_WINDOW_PEERS\` names no folder with them.`
  return `${head}\n\n${PEER_PACKAGES.join(', ')}; held-out sessions, every tenth call.\n\n${table}`
}

function compactionSection(sessions: readonly BenchSession[]): string {
  return `## Where the agent compacted its window itself\n\n${compareCompactions(sessions, [BALANCED, LEAN, CLEAR_40])}`
}

const PRESETS_SHOWN: readonly PolicySpec[] = [BALANCED, LEAN, preset('light', {}, 'default, light')]

function lawSection(sessions: readonly BenchSession[]): string {
  return `## Laws at every call\n\nAll sessions, tuned on or not: each must be 0.\n\n${checkLaws(sessions, PRESETS_SHOWN)}`
}

function priceSection(heldOut: readonly BenchSession[], all: readonly BenchSession[]): string {
  const pi = all.filter(({ project }) => project === FITTED_PROJECT)
  const groups = [
    ['held out', heldOut],
    [FITTED_PROJECT, pi],
  ] as const
  const head = '## Other prices, and the cost gate session by session'
  return `${head}\n\nCost without refetch, relative to no compaction under the same list.\n\n${comparePrices(groups, [BALANCED, LEAN])}\n\n${compareGate(all, BALANCED, UNGATED)}`
}

import { renderTable } from '../measure.ts'
import type { BenchResult } from '../run.ts'
import { nameOf, type PolicySpec } from './policy-spec.ts'
import { figureCells, HEAD } from './print.ts'
import { type BenchSession, readSessions } from './read-sessions.ts'
import { SessionReplay } from './replay-sessions.ts'
import { splitSessions } from './split-sessions.ts'

const BUDGET = 200_000
const CLEAR_60: PolicySpec = { kind: 'clear-tool', trigger: 60_000, keep: 3, atLeast: 20_000 }
const CLEAR_40: PolicySpec = { kind: 'clear-tool', trigger: 40_000, keep: 3, atLeast: 10_000 }
const POLICIES: readonly PolicySpec[] = [
  { kind: 'none' },
  CLEAR_60,
  CLEAR_40,
  { kind: 'default', label: 'default', options: { budget: BUDGET, high: 74_000, low: 45_000 } },
  { kind: 'cam', label: 'cam', options: { budget: BUDGET } },
]

/** Replays recorded sessions and looks what each policy still shows of what the agent used next. */
export async function run(): Promise<BenchResult> {
  const all = readSessions()
  const { heldOut } = splitSessions(all)
  if (heldOut.length === 0) return { claim: CLAIM, how: HOW, table: 'skipped (no data at VARVE_DATA)' }
  return { claim: CLAIM, how: HOW, table: await tableOf(heldOut) }
}

const CLAIM = 'A fitted window keeps what the agent needs next'
const HOW = 'Recorded sessions are replayed call by call.'

async function tableOf(sessions: readonly BenchSession[]): Promise<string> {
  const replay = new SessionReplay(sessions)
  const runs = await replay.replay(POLICIES)
  await replay.close()
  return renderTable(
    ['', ...HEAD],
    POLICIES.map((spec, place) => [nameOf(spec), ...figureCells(runs[place] ?? [])]),
  )
}

// Measures who merges what: the guard beside gates on a similarity number or a hash.
import { makeBaselines } from './baselines.ts'
import { makeEmbeddings } from './embedding-judge.ts'
import { makeGuard } from './guard-judge.ts'
import { splitHalves } from './halves.ts'
import type { PairSet } from './labelled-pair.ts'
import { type Measures, measureJudge, type Precision } from './measure-judge.ts'
import { readPairSets } from './pair-sets.ts'

interface Row {
  readonly set: string
  readonly judge: string
  readonly measures: Measures
}

/** Runs every judge over the held-out half of every set that is there. */
export async function run(): Promise<{
  readonly claim: string
  readonly how: string
  readonly table: string
}> {
  const { sets, absent } = readPairSets()
  const rows: Row[] = []
  for (const set of sets) rows.push(...(await measureSet(set)))
  const missing = absent.length === 0 ? '' : ` Skipped, not found: ${absent.join(', ')}.`
  return {
    claim: 'No two different facts are merged, and most copies are',
    how: `Labelled pairs, parted by a hash of each row; thresholds are tuned on one half, figures are of the other. Automatic: merged without asking. Suggested: merged or proposed. A pair that only one longer text can hold counts as wrong when merged and not at all when suggested.${missing}`,
    table: [renderTotals(rows), renderClasses(rows), renderFalseMerges(rows)].join('\n\n'),
  }
}

async function measureSet(set: PairSet): Promise<readonly Row[]> {
  const { heldOut } = splitHalves(set.pairs)
  const judges = (
    await Promise.all([makeGuard, makeBaselines, makeEmbeddings].map((make) => make(set)))
  ).flat()
  return judges.map((judge) => ({ set: set.name, judge: judge.name, measures: measureJudge(judge, heldOut) }))
}

function renderTotals(rows: readonly Row[]): string {
  return renderTable(
    [
      'set',
      'judge',
      'auto: false merges',
      'precision',
      'recall',
      'suggested: precision',
      'recall',
      'AUC',
      'AUC, contradictions',
    ],
    rows.map(
      ({ set, judge, measures: { automatic, suggested, areaUnderCurve, areaAgainstContradictions } }) => [
        set,
        judge,
        `${automatic.taken - automatic.right} of ${automatic.taken}`,
        precisionOf(automatic),
        recallOf(automatic),
        precisionOf(suggested),
        recallOf(suggested),
        areaUnderCurve.toFixed(3),
        Number.isNaN(areaAgainstContradictions) ? '–' : areaAgainstContradictions.toFixed(3),
      ],
    ),
  )
}

/** A table a set: classes down, judges across, in each cell what was merged and what was merged or proposed. */
function renderClasses(rows: readonly Row[]): string {
  const sets = [...new Set(rows.map(({ set }) => set))]
  return sets
    .map((set) =>
      renderClassesOf(
        set,
        rows.filter((row) => row.set === set),
      ),
    )
    .join('\n\n')
}

function renderClassesOf(set: string, rows: readonly Row[]): string {
  const classes = rows[0]?.measures.classes ?? []
  return renderTable(
    [`${set}: merged / suggested`, 'pairs', ...rows.map(({ judge }) => judge)],
    classes.map(({ label, count }, place) => [
      label,
      String(count),
      ...rows.map(({ measures }) => {
        const { automatic = 0, suggested = 0 } = measures.classes[place] ?? {}
        return `${percent(automatic / count)} / ${percent(suggested / count)}`
      }),
    ]),
  )
}

/** Of the guard alone: its false merges are defects, to be looked up one by one. */
function renderFalseMerges(rows: readonly Row[]): string {
  const guard = rows.filter(({ judge }) => judge === 'Varve guard')
  if (guard.length === 0) return 'The guard is not in this build: baselines only.'
  const ids = guard.flatMap(({ measures }) => measures.falseMerges)
  return ids.length === 0 ? 'False automatic merges of the guard: none.' : `False merges: ${ids.join(', ')}.`
}

function precisionOf({ taken, right }: Precision): string {
  return taken === 0 ? '–' : percent(right / taken)
}

function recallOf({ right, wanted }: Precision): string {
  return wanted === 0 ? '–' : percent(right / wanted)
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function renderTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, header.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

if (import.meta.main) {
  const { claim, how, table } = await run()
  process.stdout.write(`# ${claim}\n\n${how}\n\n${table}\n`)
}

import { ROOT, renderTable, runWorker } from '../measure.ts'
import type { BenchResult } from '../run.ts'
import type { TeamFigures } from './worker.ts'

const WORKER = `${ROOT}bench/team/worker.ts`

/** What a team's server keeps, what it costs, and whether a large journal is still quick to append to. */
export async function run(): Promise<BenchResult> {
  const found = runWorker<TeamFigures>(WORKER, [])
  return {
    claim: 'A team loses no record, and its server stays quick',
    how: 'A PostgreSQL of its own on the same machine, all of whose processors the clients share with it; replicas in SQLite. The link holds each packet back by 20 ms, each way. Appends to the two projects take turns.',
    table: renderTable(['what', 'measured', 'promised'], rowsOf(found)),
  }
}

function rowsOf(found: TeamFigures): readonly (readonly string[])[] {
  const { crowd, push, pull, append } = found
  const ratio = append.large / append.small
  return [
    [
      '40 clients × 50 records at once: kept, gaps, kept twice',
      `${crowd.kept.toLocaleString('en')}, ${crowd.gaps}, ${crowd.twice}`,
      '2,000, 0, 0',
    ],
    ['until the last of them was done', `${crowd.seconds.toFixed(1)} s, ${crowd.busy} syncs put off`, '–'],
    ['push of 1,000 records over a link of 20 ms', `${push.seconds.toFixed(2)} s`, '≤ 5 s'],
    ['fresh pull of 100,000 records', `${pull.seconds.toFixed(1)} s`, '≤ 60 s'],
    [
      'bytes a record on the server, of so many as JSON',
      `${pull.bytes.toFixed(0)}, of ${pull.json.toFixed(0)}`,
      '–',
    ],
    [
      'append at 1,000,000 records against 10,000 (p95)',
      `${append.large.toFixed(2)} / ${append.small.toFixed(2)} ms = ${ratio.toFixed(2)} ×`,
      '≤ 1.5 ×',
    ],
  ]
}

import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type EntryId, formatInstant, type HiddenReason } from '@varve/core'
import { readTextFile } from '../files/read-text-file.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import type { RenderedCache } from './cache/render-cache.ts'
import { viewFor } from './commit.ts'
import type { OperationContext } from './context.ts'

/** One run of stage 1: a view, so it is no journal record and nothing to undo. */
export interface RunRecord {
  /** ISO instant. */
  readonly at: string
  readonly inputs: string
  readonly live: number
  /** Absent in a memory too large to compare, and in the first run. */
  readonly heads_added?: readonly EntryId[]
  readonly heads_removed?: readonly RemovedHead[]
}

export interface RemovedHead {
  readonly id: EntryId
  readonly reason: HiddenReason
  readonly by: EntryId | null
}

const MOST_HEADS = 20_000
const MOST_BYTES = 5 * 1024 * 1024

/** Notes a run whose view differs from the last one's, on this machine alone. */
export function noteRun(context: OperationContext, cache: RenderedCache): void {
  const { dataDir } = context.place
  const last = readLast(dataDir)
  if (last?.inputs === cache.inputs) return
  const heads = cache.live <= MOST_HEADS ? cache.heads() : undefined
  const run: RunRecord = {
    at: formatInstant(context.clock.now()),
    inputs: cache.inputs,
    live: cache.live,
    ...(last?.heads && heads && difference(context, last.heads, heads)),
  }
  try {
    rotate(runsFile(dataDir))
    appendFileSync(runsFile(dataDir), `${JSON.stringify(run)}\n`, { mode: 0o600 })
    writeFileAtomically(lastFile(dataDir), JSON.stringify({ inputs: cache.inputs, heads }), { mode: 0o600 })
  } catch {
    // A log of a view: where it can't be written, the view is none the worse.
  }
}

/** Newest first. A line that can't be read is passed over. */
export function listRuns(context: OperationContext, limit: number): readonly RunRecord[] {
  const lines = readTextFile(runsFile(context.place.dataDir))?.split('\n') ?? []
  return lines
    .toReversed()
    .flatMap((line) => parseRun(line) ?? [])
    .slice(0, limit)
}

export function renderRunLine({ at, inputs, live, heads_added, heads_removed }: RunRecord): string {
  const changes =
    heads_added && heads_removed
      ? `+${heads_added.length} heads, -${heads_removed.length}${removedText(heads_removed)}`
      : `${live} heads`
  return `(view)  ${at.replace('.000Z', 'Z')}  stage1  inputs ${inputs}: ${changes}`
}

const SHOWN_REMOVALS = 3

function removedText(removed: readonly RemovedHead[]): string {
  if (removed.length === 0) return ''
  const shown = removed
    .slice(0, SHOWN_REMOVALS)
    .map(({ id, reason, by }) => `${id.slice(0, 8)} ${reason}${by === null ? '' : ` by ${by.slice(0, 8)}`}`)
  return ` (${shown.join(', ')}${removed.length > SHOWN_REMOVALS ? ', …' : ''})`
}

function difference(
  context: OperationContext,
  before: readonly EntryId[],
  after: readonly EntryId[],
): Pick<RunRecord, 'heads_added' | 'heads_removed'> {
  const view = viewFor(context, context.reading())
  const [old, now] = [new Set(before), new Set(after)]
  return {
    heads_added: after.filter((id) => !old.has(id)).sort(),
    heads_removed: before
      .filter((id) => !now.has(id))
      .sort()
      .map((id) => ({ id, reason: 'retracted', by: null, ...view.viewOf(id)?.hidden })),
  }
}

interface LastRun {
  readonly inputs: string
  readonly heads?: readonly EntryId[]
}

function readLast(dataDir: string): LastRun | undefined {
  try {
    // Written by `noteRun` alone; what can't be read is made anew.
    return JSON.parse(readTextFile(lastFile(dataDir)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function parseRun(line: string): RunRecord | undefined {
  try {
    return line === '' ? undefined : (JSON.parse(line) as RunRecord)
  } catch {
    return undefined
  }
}

/** Three old files are kept beside the current one. */
function rotate(file: string): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) < MOST_BYTES) return
  for (const [from, to] of [
    ['.2', '.3'],
    ['.1', '.2'],
    ['', '.1'],
  ] as const) {
    if (statSync(file + from, { throwIfNoEntry: false })) renameSync(file + from, file + to)
  }
}

function runsFile(dataDir: string): string {
  return join(dataDir, 'runs.jsonl')
}

function lastFile(dataDir: string): string {
  return join(dataDir, 'last-run.json')
}

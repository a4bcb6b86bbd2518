import { join } from 'node:path'
import type { EntryId } from '@varve/core'
import { EMPTY_LEDGER, type Ledger, type Narrative, withoutEntries } from '@varve/core/propose'
import { readTextFile } from '../../files/read-text-file.ts'
import { writeFileAtomically } from '../../files/write-file-atomically.ts'
import type { OperationContext } from '../context.ts'

type Place = Pick<OperationContext, 'place'>

// Prose has a file of its own, because each rendering reads it, and what was asked grows with each run.
const LEDGER_FILE = 'proposals.json'
const PROSE_FILE = 'prose.json'

/** What stage 2 remembers on this machine; empty where there is nothing, or nothing that can be read. */
export function readLedger(context: Place): Ledger {
  const kept = readJson<Partial<Ledger>>(context, LEDGER_FILE) ?? {}
  return { ...EMPTY_LEDGER, ...kept, narratives: readNarratives(context) }
}

export function writeLedger(context: Place, { narratives, ...ledger }: Ledger): void {
  writeJson(context, LEDGER_FILE, ledger)
  if (JSON.stringify(narratives) !== JSON.stringify(readNarratives(context))) {
    writeJson(context, PROSE_FILE, narratives)
  }
}

/** Takes what was written from purged entries out of it. */
export function eraseFromLedger(context: Place, purged: readonly EntryId[]): void {
  const isThere = [LEDGER_FILE, PROSE_FILE].some((name) => readTextFile(fileOf(context, name)) !== undefined)
  if (isThere) writeLedger(context, withoutEntries(readLedger(context), purged))
}

/** The prose that the index may have, where the project wants some. */
export function readProse(context: Pick<OperationContext, 'place' | 'config'>): readonly Narrative[] {
  if (!context.config.memory.compaction.narrativeIndex) return []
  return readNarratives(context).filter(({ text }) => text !== '')
}

/** The index lists its entries again. */
export function forgetProse(context: Place): void {
  const ledger = readLedger(context)
  if (ledger.narratives.length > 0) writeLedger(context, { ...ledger, narratives: [] })
}

function readNarratives(context: Place): readonly Narrative[] {
  return readJson<readonly Narrative[]>(context, PROSE_FILE) ?? []
}

/** Written here alone; what can't be read is asked for again. */
function readJson<T>(context: Place, name: string): T | undefined {
  try {
    return (JSON.parse(readTextFile(fileOf(context, name)) ?? 'null') as T | null) ?? undefined
  } catch {
    return undefined
  }
}

function writeJson(context: Place, name: string, value: object): void {
  writeFileAtomically(fileOf(context, name), JSON.stringify(value), { mode: 0o600 })
}

function fileOf({ place }: Place, name: string): string {
  return join(place.dataDir, name)
}

import { join } from 'node:path'
import { EMPTY_LEDGER, type EntryId, type Ledger, withoutEntries } from '@varve/core'
import { readTextFile } from '../../files/read-text-file.ts'
import { writeFileAtomically } from '../../files/write-file-atomically.ts'
import type { OperationContext } from '../context.ts'

type Place = Pick<OperationContext, 'place'>

/** What stage 2 remembers on this machine; empty where there is nothing, or nothing that can be read. */
export function readLedger(context: Place): Ledger {
  try {
    const kept = JSON.parse(readTextFile(fileOf(context)) ?? 'null') as Partial<Ledger> | null
    return { ...EMPTY_LEDGER, ...kept }
  } catch {
    return EMPTY_LEDGER
  }
}

export function writeLedger(context: Place, ledger: Ledger): void {
  writeFileAtomically(fileOf(context), JSON.stringify(ledger), { mode: 0o600 })
}

/** Takes what was written from purged entries out of it. */
export function eraseFromLedger(context: Place, purged: readonly EntryId[]): void {
  if (readTextFile(fileOf(context)) !== undefined) {
    writeLedger(context, withoutEntries(readLedger(context), purged))
  }
}

function fileOf({ place }: Place): string {
  return join(place.dataDir, 'proposals.json')
}

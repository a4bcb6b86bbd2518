import { join } from 'node:path'
import { DAY_MS, type RecordId } from '@varve/core'
import { readTextFile } from '../../files/read-text-file.ts'
import { writeFileAtomically } from '../../files/write-file-atomically.ts'
import { CONSOLIDATION_NOTE } from '../../project/consolidation-note.ts'
import type { OperationContext } from '../context.ts'

/** What is left of the last run for whoever asks when it was, and for the next session to be told. */
export interface RunNote {
  readonly ran: number
  readonly plan?: RecordId
  /** What a session is told at its start, and whether the next one alone; hooks read it. */
  readonly said?: string
  readonly once?: true
}

type Place = Pick<OperationContext, 'place'>

export function readRunNote({ place }: Place): RunNote | undefined {
  try {
    const note = JSON.parse(readTextFile(join(place.dataDir, CONSOLIDATION_NOTE)) ?? 'null') as RunNote | null
    return typeof note?.ran === 'number' ? note : undefined
  } catch {
    return undefined
  }
}

export function isDue(context: OperationContext): boolean {
  const ran = readRunNote(context)?.ran
  const { everyDays } = context.config.consolidate
  return ran === undefined || context.clock.now() - ran >= everyDays * DAY_MS
}

/** A run that the user started needs no word; one that the schedule started is told of. */
export function noteRun(context: OperationContext, ran: number, plan: RecordId | undefined): void {
  const isTold = plan !== undefined && context.via === 'hook'
  writeRunNote(context, {
    ran,
    ...(plan !== undefined && { plan }),
    ...(isTold && {
      once: true,
      said: `Cold notes were consolidated: varve log --plan ${plan}, varve undo ${plan}`,
    }),
  })
}

/** A line for the sessions to come, until a run is no longer due. What is told once stays until it is told. */
export function noteSuggestion(context: OperationContext, said: string | undefined): void {
  const note = readRunNote(context)
  if (note?.once || note?.said === said) return
  const { said: _, ...rest } = note ?? { ran: 0 }
  writeRunNote(context, { ...rest, ...(said !== undefined && { said }) })
}

function writeRunNote({ place }: Place, note: RunNote): void {
  try {
    writeFileAtomically(join(place.dataDir, CONSOLIDATION_NOTE), JSON.stringify(note), { mode: 0o600 })
  } catch {
    // Where the folder may only be read, the run itself is in the outbox; it is due again a little early.
  }
}

import { clockOf, type JournalRecord, type Json } from '@varve/core'
import { heldInstant } from '@varve/core/sync'

/** A record as `varve.append` takes it. */
export interface AppendedRecord {
  readonly plan_id: string
  readonly client_id: string
  readonly created_at: string
  readonly plan: Json
  readonly sha256: string
}

/** What JSON can say and `jsonb` can't hold: a NUL, and half of a pair of surrogates. */
const UNHELD = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/

/** How a record that `jsonb` can't hold lies there: its JSON, in base64. */
interface PackedRecord {
  readonly packed: string
}

export function toAppended(record: JournalRecord): AppendedRecord {
  const { wall, client } = clockOf(record.id)
  return {
    plan_id: record.id,
    client_id: client,
    created_at: heldInstant(wall),
    plan: toPlan(record),
    sha256: record.hash,
  }
}

/** A record as the journal's column holds it. */
export function toPlan(record: JournalRecord): Json {
  const text = JSON.stringify(record)
  // JSON is what it becomes on its way.
  if (!UNHELD.test(text)) return record as unknown as Json
  return { packed: Buffer.from(text, 'utf8').toString('base64') }
}

/** The JSON that a column holds; what is no such thing is left for the proof of the record to refuse. */
export function fromPlan(plan: unknown): unknown {
  if (!isPacked(plan)) return plan
  try {
    return JSON.parse(Buffer.from(plan.packed, 'base64').toString('utf8'))
  } catch {
    return plan
  }
}

function isPacked(plan: unknown): plan is PackedRecord {
  return typeof plan === 'object' && plan !== null && 'packed' in plan && typeof plan.packed === 'string'
}

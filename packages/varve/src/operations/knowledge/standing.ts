import type { StoreReader } from '@varve/core'
import { countWaiting } from '@varve/core/sync'

/** How far a replica has come with its team. */
export interface Standing {
  readonly seq: number
  readonly unpushed: number
}

/** Undefined where this replica never was in touch with a team's server. Of several, the furthest counts. */
export function standingOf(reader: StoreReader): Standing | undefined {
  const known = reader
    .remotes()
    .flatMap((name) => {
      const state = reader.remote(name)
      return state === undefined ? [] : [{ name, seq: state.cursor }]
    })
    .sort((a, b) => b.seq - a.seq)
  const [furthest] = known
  return furthest && { seq: furthest.seq, unpushed: countWaiting(reader, furthest.name) }
}

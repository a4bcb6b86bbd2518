import type { RecordId } from '../../domain/ids.ts'
import type { Moment } from './changes.ts'

/** How far this replica has come with a carrier of numbered records. */
export interface RemoteState {
  /** The last number that was read. */
  readonly cursor: number
  /** When the carrier's projection was as this replica would make it. */
  readonly moment?: Moment
}

/** Which records a carrier has, as far as this replica knows. Local: no part of the journal. */
export interface RemoteReads {
  remote(name: string): RemoteState | undefined
  /** By name. */
  remotes(): readonly string[]
  /** Records that nobody noted as carried, by id. */
  uncarried(name: string): readonly RecordId[]
  /** The number of each of these records at the carrier; those without one are left out. */
  carriedAt(name: string, ids: Iterable<RecordId>): ReadonlyMap<RecordId, number>
}

export interface RemoteWrites {
  putRemote(name: string, state: RemoteState): void
  /** Notes that a carrier has a record; 0 for one that stays here. An unknown record is passed over. */
  putCarried(name: string, carried: ReadonlyMap<RecordId, number>): void
  /** Forgets how far this replica came with a carrier, and which records it has. */
  forgetRemote(name: string): void
}

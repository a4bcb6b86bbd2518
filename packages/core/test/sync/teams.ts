import { canonicalJson, type StoreReader } from '../../src/index.ts'
import {
  type Carrier,
  type Direction,
  exchangeRecords,
  type Patience,
  projectAll,
} from '../../src/sync/index.ts'
import { BUILT_AT } from '../../src/testing/index.ts'
import { dump, type Replica } from '../journal/world.ts'

/** Nobody waits, and chance is no chance. */
export const AT_ONCE: Patience = { now: () => BUILT_AT, wait: async () => {}, random: () => 0.5 }

export function exchange(replica: Replica, carrier: Carrier, direction: Direction = 'both') {
  return exchangeRecords(replica.store, carrier, direction, AT_ONCE)
}

/** All that a replica shows: its state, and what a team would see of it. */
export function everythingOf(reader: StoreReader): string {
  return `${dump(reader)}\n${canonicalJson(projectAll(reader))}`
}

import { VarveError } from './errors.ts'
import type { RecordId } from './ids.ts'
import type { Instant } from './instant.ts'

/**
 * Hybrid logical clock (Kulkarni et al., "Logical Physical Clocks", 2014): wall time where the wall
 * moves on, a counter where it doesn't, and the writer's id to tell two writers apart.
 */
export interface Clock {
  readonly wall: Instant
  /** 0–65535 */
  readonly counter: number
  /** 16 hex digits, one a replica. */
  readonly client: string
}

const MAX_WALL = 2 ** 48 - 1
const MAX_COUNTER = 0xffff
const CLIENT = /^[0-9a-f]{16}$/

/** The next clock of `client`: later than `last`, and at `now` where the wall has moved on. */
export function tick(now: Instant, client: string, last: Pick<Clock, 'wall' | 'counter'> | undefined): Clock {
  if (!CLIENT.test(client)) throw new VarveError('internal', `a client id is 16 hex digits, not ${client}`)
  if (last === undefined || now > last.wall) return { wall: now, counter: 0, client }
  if (last.counter < MAX_COUNTER) return { wall: last.wall, counter: last.counter + 1, client }
  return { wall: last.wall + 1, counter: 0, client }
}

/** `pl_` + wall (12 hex digits) + counter (4) + client (16). */
export function recordIdOf(clock: Clock): RecordId {
  if (clock.wall < 0 || clock.wall > MAX_WALL || !Number.isInteger(clock.wall)) {
    throw new VarveError(
      'internal',
      `a clock's wall time is a whole number of milliseconds, not ${clock.wall}`,
    )
  }
  const wall = clock.wall.toString(16).padStart(12, '0')
  const counter = clock.counter.toString(16).padStart(4, '0')
  return `pl_${wall}${counter}${clock.client}` as RecordId
}

export function clockOf(id: RecordId): Clock {
  return {
    wall: Number.parseInt(id.slice(3, 15), 16),
    counter: Number.parseInt(id.slice(15, 19), 16),
    client: id.slice(19),
  }
}

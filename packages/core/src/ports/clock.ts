import type { Instant } from '../domain/instant.ts'

/** The wall clock, as an argument. */
export interface WallClock {
  now(): Instant
}

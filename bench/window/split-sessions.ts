import { createHash } from 'node:crypto'
import type { BenchSession } from './read-sessions.ts'

/** The project whose sessions the first coefficients were fitted on: shown by itself, and in no half. */
export const FITTED_PROJECT = 'badlogic/pi-mono'

export interface Halves {
  readonly tuning: readonly BenchSession[]
  readonly heldOut: readonly BenchSession[]
}

/** Every other session of each project by the hash of its id; projects of one session go by turns. */
export function splitSessions(sessions: readonly BenchSession[]): Halves {
  const gated = sessions.filter(({ isWhole, project }) => isWhole && project !== FITTED_PROJECT)
  const ordered = gated
    .map((session) => ({ session, name: `${session.project} ${hashOf(session.id)}` }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ session }) => session)
  return {
    tuning: ordered.filter((_, place) => place % 2 === 0),
    heldOut: ordered.filter((_, place) => place % 2 === 1),
  }
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}

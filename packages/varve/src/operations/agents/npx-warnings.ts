import type { Machine } from '../../agents/agent.ts'
import { isTemporary } from '../../agents/launcher.ts'

/** What is to be said where the hooks that are installed will do nothing one day. */
export function npxWarnings(machine: Machine): readonly string[] {
  return isTemporary(machine) ? [FROM_NPX] : []
}

const FROM_NPX =
  'varve runs out of the cache of npx, and when that is cleared the hooks do nothing: npm install -g varve, then install again.'

import { Handles } from '../model/handle.ts'
import { NEW_SESSION, type SessionMemory } from './session-memory.ts'
import type { SessionState } from './session-state.ts'

/** What a session begins with: nothing, what it knew before, or what the session knew that it goes on from. */
export function rememberedOf(state: SessionState | undefined, sessionId: string): SessionMemory {
  const memory = { ...NEW_SESSION, ...state?.memory }
  const from = state?.sessionId ?? sessionId
  if (from === sessionId) {
    const isResumed = (state?.passes.length ?? 0) > 0
    return { ...memory, cache: { ...memory.cache, isResumed } }
  }
  const old = new Handles(from)
  const handles = Object.fromEntries(state?.decisions.map(({ key }) => [old.of(key), key] as const) ?? [])
  return { ...memory, cache: NEW_SESSION.cache, oldHandles: { ...memory.oldHandles, ...handles } }
}

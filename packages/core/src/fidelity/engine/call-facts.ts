import { CAM_DEFAULTS } from '../cam/cam-config.ts'
import type { Tuning } from '../default/tuning.ts'
import { hintsOf } from '../lookahead/hints-of.ts'
import type { Hint } from '../model/hint.ts'
import type { Message } from '../model/message.ts'
import type { FidelityOptions, PrepareInput } from './fidelity-options.ts'
import type { SessionMemory } from './session-memory.ts'

/** What comes next, as far as the profile looks ahead. */
export function callHints(
  { hints, graph }: PrepareInput,
  messages: readonly Message[],
  { profile, cam }: FidelityOptions,
  { planDepth, planFromTodos }: Tuning,
): readonly Hint[] {
  const isCam = profile === 'cam'
  const depth = isCam ? (cam?.lookahead_depth ?? CAM_DEFAULTS.lookahead_depth) : planDepth
  return hintsOf({ hints, graph, withTodos: isCam || planFromTodos }, messages, depth)
}

/** Whether the prompt cache is lost anyway: a pass costs nothing then. */
export function isCold(
  { window, isCold: isSaid = false, now }: PrepareInput,
  { cache }: SessionMemory,
  { prices }: FidelityOptions,
): boolean {
  if (isSaid || prices === undefined) return isSaid
  const idle = now === undefined || cache.lastCallAt === undefined ? 0 : now - cache.lastCallAt
  const isLate = prices.ttlSeconds !== undefined && idle > prices.ttlSeconds * 1000
  const isOther = cache.overheadHash !== undefined && cache.overheadHash !== window.overhead.hash
  return isLate || isOther || cache.wasMissed || cache.isResumed
}

/** Which call a window is for, from 1: call k is answered by the k-th message of the assistant after the first message. */
export function callNumber(messages: readonly Pick<Message, 'role'>[]): number {
  return messages.filter(({ role }, index) => role === 'assistant' && index >= 1).length + 1
}

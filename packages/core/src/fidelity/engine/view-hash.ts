import { sha256 } from '../../domain/sha256.ts'
import type { LiveSession } from './live-session.ts'

const LENGTH = 16

/** Names the last view, so that a report of it can be told from others: of its parts and what they said. */
export function viewHash(live: LiveSession): string {
  const view = live.window === undefined ? [] : live.read(live.window).view
  const said = view.map(({ parts }) => parts.map(({ key, text }) => [key, text]))
  return sha256(`view/1\n${JSON.stringify(said)}`).slice(0, LENGTH)
}

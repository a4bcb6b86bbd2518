import type { SessionPart, Store } from '@varve/core'
import type { LedgerPart } from '../context.ts'

const KINDS: Readonly<Record<string, SessionPart['kind']>> = { c: 'tool_call', r: 'tool_result' }
const KEY = /^([cr]):(.+?)(?:#(\d+))?$/

/** A part’s text as it was captured with its session; undefined where it wasn’t, or not as a whole. */
export function capturedText(store: Store, { session, key }: LedgerPart): string | undefined {
  const [, kind = '', callId, place = '1'] = KEY.exec(key) ?? []
  let left = Number(place)
  for (const { parts } of store.sessionMessages(session)) {
    for (const part of parts) {
      if (part.kind !== KINDS[kind] || part.call_id !== callId || --left > 0) continue
      if (part.truncated !== undefined) return undefined
      return part.args === undefined ? part.text : JSON.stringify(part.args)
    }
  }
  return undefined
}

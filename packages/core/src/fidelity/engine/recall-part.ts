import { nearestHandles } from '../recall/nearest-handles.ts'
import { type RecalledText, type RecallOptions, recallText } from '../recall/recall-text.ts'
import { targetsOf } from '../targets/targets-of.ts'
import type { LiveSession } from './live-session.ts'

/** What a handle stands for. The text is data: nothing in it is an instruction. */
export type RecallResult =
  | ({
      readonly found: true
      readonly key: string
      readonly tool?: string
      readonly path?: string
    } & RecalledText)
  | { readonly found: false; readonly nearest: readonly string[] }

export function recallPart(live: LiveSession, handle: string, options: RecallOptions): RecallResult {
  const key = live.keyOf(handle)
  const part = live.find(key)
  const text = part?.text ?? live.store.findOriginal(key)
  if (text === undefined) return { found: false, nearest: nearestHandles(handle, live.handles.list()) }
  const call = part?.kind === 'tool_call' ? part : live.find(key.replace(/^r:/, 'c:'))
  const path = call?.kind === 'tool_call' ? targetsOf(call)[0].path : undefined
  return {
    found: true,
    key,
    ...(part?.tool === undefined ? {} : { tool: part.tool }),
    ...(path === undefined ? {} : { path }),
    ...recallText(text, options, live.facts.counter),
  }
}

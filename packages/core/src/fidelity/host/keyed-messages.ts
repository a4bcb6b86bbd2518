import type { Part } from '../model/message.ts'
import { callIdWithout, PartKeys } from '../model/part-key.ts'
import type { DraftMessage, DraftPart } from './draft.ts'

/** A draft of a host, with its parts named. */
export type Keyed<M extends DraftMessage> = Omit<M, 'parts'> & { readonly parts: readonly Part[] }

/**
 * The messages of one window with the keys of their parts. A call without an id gets the one it is named by, and
 * a result the tool of the call it answers.
 */
export function keyedMessages<M extends DraftMessage>(drafts: readonly M[]): readonly Keyed<M>[] {
  const keys = new PartKeys()
  const tools = new Map<string, string>()
  return drafts.map((draft) => ({
    ...draft,
    parts: draft.parts.map((part) => {
      const named = withTool(withCallId(part), tools)
      return { ...named, key: keys.next(draft.role, named) }
    }),
  }))
}

function withCallId(part: DraftPart): DraftPart {
  if (part.kind !== 'tool_call' || part.callId !== undefined) return part
  return { ...part, callId: callIdWithout(part.tool ?? '', part) }
}

function withTool(part: DraftPart, tools: Map<string, string>): DraftPart {
  if (part.callId === undefined) return part
  if (part.kind === 'tool_call') tools.set(part.callId, part.tool ?? '')
  if (part.kind !== 'tool_result' || (part.tool !== undefined && part.tool !== '')) return part
  const tool = tools.get(part.callId)
  return tool === undefined ? part : { ...part, tool }
}

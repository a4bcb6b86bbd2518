import type { Message, Part } from '../model/message.ts'
import type { HostFormat, PartEdit } from './host-format.ts'
import { windowMessages } from './window-of.ts'

/** As much of a view as decides what is sent: the keys that are in it, and what stands under each. */
export interface SentParts {
  readonly messages: readonly { readonly parts: readonly Pick<Part, 'key' | 'text'>[] }[]
}

/**
 * The request with what the view changed: content inside the host's own envelope. Only reasoning can be taken
 * out of a message; a message goes when all its parts are gone. What isn't changed is the host's own object,
 * and a view that changes nothing gives the very request back. Its messages are read again where they aren't at hand.
 */
export function applyView(
  format: HostFormat,
  view: SentParts,
  request: unknown,
  known?: readonly Message[],
): unknown {
  const list = format.list(request)
  const drafts = format.parse(list)
  const edits = editsOf(format, known ?? windowMessages(format, drafts), view)
  let isChanged = false
  let next = 0
  const messages = list.flatMap((message, index) => {
    const count = (drafts[index] ?? []).reduce((sum, draft) => sum + draft.parts.length, 0)
    const own = edits.slice(next, next + count)
    next += count
    if (own.every((edit) => edit.kind === 'kept')) return [message]
    isChanged = true
    return own.every((edit) => edit.kind === 'removed') ? [] : [format.rebuild(message, own)]
  })
  return isChanged ? format.withList(request, messages) : request
}

function editsOf(format: HostFormat, messages: readonly Message[], view: SentParts): readonly PartEdit[] {
  const sent = new Map<string, string>()
  for (const message of view.messages) for (const part of message.parts) sent.set(part.key, part.text)
  return messages.flatMap((message) => {
    const isGone = !message.parts.some((part) => sent.has(part.key))
    return message.parts.map((part) => (isGone ? REMOVED : editOf(format, part, sent.get(part.key))))
  })
}

const KEPT: PartEdit = { kind: 'kept' }
const REMOVED: PartEdit = { kind: 'removed' }

function editOf(format: HostFormat, part: Part, text: string | undefined): PartEdit {
  if (text === undefined) return part.kind === 'reasoning' && format.removesReasoning ? REMOVED : KEPT
  const isEditable = part.opaque !== true && part.kind !== 'reasoning' && text.trim() !== ''
  return isEditable && text !== part.text ? { kind: 'replaced', text } : KEPT
}

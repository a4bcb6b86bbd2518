import type { DraftMessage } from '../host/draft.ts'

/** A message without the objects of its host. */
export function withoutRaw<M extends DraftMessage>(message: M): M {
  if (message.raw === undefined && message.parts.every(({ raw }) => raw === undefined)) return message
  return { ...message, raw: undefined, parts: message.parts.map((part) => ({ ...part, raw: undefined })) }
}

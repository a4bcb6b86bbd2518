import type { Ledger } from '../ledger/ledger.ts'
import type { Message } from '../model/message.ts'
import { camMergedPlaceholder } from './cam-texts.ts'

/**
 * A view in which neighbours of one role that are placeholders of text alone are one message (INV-04). The sums come
 * from the ledger, never from the texts; a message of the system prompt is never merged.
 */
export function mergePlaceholders(
  view: readonly Message[],
  ledger: Pick<Ledger, 'find'>,
): readonly Message[] {
  const merged: Message[] = []
  let run: Message[] = []
  const close = () => {
    if (run.length > 1) merged.push(mergeRun(run, ledger))
    else merged.push(...run)
    run = []
  }
  for (const message of view) {
    const isMergeable = isTextPlaceholder(message, ledger)
    if (!isMergeable || run[0]?.role !== message.role) close()
    if (isMergeable) run.push(message)
    else merged.push(message)
  }
  close()
  return merged.length === view.length ? view : merged
}

function isTextPlaceholder({ role, parts }: Message, ledger: Pick<Ledger, 'find'>): boolean {
  return (
    role !== 'system' &&
    parts.length > 0 &&
    parts.every((part) => part.kind === 'text' && ledger.find(part.key)?.level === 'placeholder')
  )
}

function mergeRun(run: readonly Message[], ledger: Pick<Ledger, 'find'>): Message {
  const [first] = run
  const [part] = first?.parts ?? []
  if (first === undefined || part === undefined) throw new RangeError('a run has messages with parts')
  let [tokens, scores] = [0, 0]
  for (const message of run) {
    for (const { key } of message.parts) tokens += ledger.find(key)?.tokensBefore ?? 0
    scores += ledger.find(message.parts[0]?.key ?? '')?.p ?? 0
  }
  const text = camMergedPlaceholder(run.length, first.role, tokens, scores / run.length)
  return { ...first, parts: [{ ...part, text, raw: undefined }], raw: undefined }
}

import type { HostFormat } from '../../adapters/host-format.ts'
import { joinItems } from '../../adapters/window-of.ts'
import type { SessionFacts } from '../transcript.ts'
import { TranscriptDraft } from '../transcript-draft.ts'

/** A request as a transcript of one stretch: its messages are what the model would see. */
export function logRequest(
  name: string,
  format: HostFormat,
  request: unknown,
  facts: SessionFacts,
): TranscriptDraft {
  const draft = new TranscriptDraft(name, facts)
  for (const piece of format.overhead(request)) {
    if (piece !== undefined && piece !== null)
      draft.overhead(typeof piece === 'string' ? piece : JSON.stringify(piece))
  }
  const messages = joinItems(format.parse(format.list(request)).flat(), format.joins)
  messages.forEach((message, index) => {
    draft.append({ ...message, keys: [`line:${index}`] })
  })
  return draft
}

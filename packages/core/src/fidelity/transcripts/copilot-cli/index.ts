import { objectOf } from '../../host/host-object.ts'
import type { TranscriptFormat } from '../transcript-format.ts'
import { CopilotCliReader } from './reader.ts'

/** Sessions of Copilot CLI: `~/.copilot/session-state/<session>/events.jsonl`. */
export const copilotCli: TranscriptFormat = {
  name: 'copilot-cli',
  input: 'json',
  detect: (record) => {
    const event = objectOf(record)
    return (
      event?.type === 'session.start' ||
      (event?.type === 'assistant.message' && objectOf(event.data) !== undefined)
    )
  },
  open: () => new CopilotCliReader(),
}

import { objectOf, textOf } from '../../host/host-object.ts'
import type { TranscriptFormat } from '../transcript-format.ts'
import { GeminiCliReader } from './reader.ts'

/** Sessions of Gemini CLI: `~/.gemini/tmp/<project hash>/chats/session-*`, one JSON document or JSON Lines. */
export const geminiCli: TranscriptFormat = {
  name: 'gemini-cli',
  input: 'json',
  detect: (item) => {
    const record = objectOf(item)
    return textOf(record?.sessionId) !== undefined && textOf(record?.projectHash) !== undefined
  },
  open: () => new GeminiCliReader(),
}

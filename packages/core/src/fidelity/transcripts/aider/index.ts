import type { TranscriptFormat } from '../transcript-format.ts'
import { AiderReader } from './reader.ts'

/** Chats of Aider: `.aider.chat.history.md` in the project. */
export const aider: TranscriptFormat = {
  name: 'aider',
  input: 'text',
  detect: (text) => typeof text === 'string' && /^# aider chat started at /m.test(text),
  open: () => new AiderReader(),
}

import { objectOf } from '../../host/host-object.ts'
import type { TranscriptFormat } from '../transcript-format.ts'
import { PiReader } from './reader.ts'

/** Sessions of pi: `~/.pi/agent/sessions/--<path>--/<time>_<uuid>.jsonl`. */
export const pi: TranscriptFormat = {
  name: 'pi',
  input: 'json',
  detect: (record) => {
    const entry = objectOf(record)
    if (entry?.type === 'session') return true
    const message = objectOf(entry?.message)
    return entry?.type === 'message' && (message?.role === 'toolResult' || message?.stopReason !== undefined)
  },
  open: (options) => new PiReader(options),
}

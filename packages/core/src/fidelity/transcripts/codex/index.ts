import { objectOf, textOf } from '../../host/host-object.ts'
import type { TranscriptFormat } from '../transcript-format.ts'
import { CodexReader } from './reader.ts'

/** Sessions of Codex: `~/.codex/sessions/YYYY/MM/DD/rollout-<time>-<uuid>.jsonl`. */
export const codex: TranscriptFormat = {
  name: 'codex',
  input: 'json',
  detect: (item) => {
    const record = objectOf(item)
    if (record === undefined) return false
    if (record.type === 'session_meta' || objectOf(record.payload) !== undefined) return true
    // Older files: a head of its own, then bare items.
    const isHead =
      textOf(record.id) !== undefined && textOf(record.timestamp) !== undefined && 'instructions' in record
    return isHead || (record.type === 'function_call' && textOf(record.call_id) !== undefined)
  },
  open: () => new CodexReader(),
}

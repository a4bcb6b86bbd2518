import { nameOf, objectOf } from '../../host/host-object.ts'
import type { TranscriptFormat } from '../transcript-format.ts'
import { CursorReader } from './reader.ts'

/** What Cursor tells its hooks, one event a line: it keeps no transcript that others may read. */
export const cursor: TranscriptFormat = {
  name: 'cursor',
  input: 'json',
  detect: (item) => {
    const record = objectOf(item)
    return nameOf(record?.conversation_id) !== undefined && nameOf(record?.hook_event_name) !== undefined
  },
  open: () => new CursorReader(),
}

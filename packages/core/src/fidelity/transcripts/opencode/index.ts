import { objectOf, objectsOf } from '../../host/host-object.ts'
import type { TranscriptFormat } from '../transcript-format.ts'
import { OpencodeReader } from './reader.ts'

/** Sessions of opencode, as `opencode export` prints them: `{info, messages: [{info, parts}]}`. */
export const opencode: TranscriptFormat = {
  name: 'opencode',
  input: 'json',
  detect: (item) => {
    const document = objectOf(item)
    if (objectOf(document?.info) === undefined) return false
    return objectsOf(document?.messages).every((message) => Array.isArray(message.parts))
  },
  open: () => new OpencodeReader(),
}

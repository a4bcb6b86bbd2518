import { findHostFormat } from '../../adapters/adapters.ts'
import { nameOf, objectOf } from '../../host/host-object.ts'
import type { TranscriptDraft } from '../transcript-draft.ts'
import type { TranscriptFormat } from '../transcript-format.ts'
import { logRequest } from './log-request.ts'

/** The body of a request to a model, in any form that an adapter knows. */
export const request: TranscriptFormat = {
  name: 'request',
  input: 'json',
  detect: (item) => objectOf(item) !== undefined && findHostFormat(item) !== undefined,
  open: () => {
    const drafts: TranscriptDraft[] = []
    return {
      take: (item) => {
        const format = findHostFormat(item)
        if (format === undefined) return
        const model = nameOf(objectOf(item)?.model)
        const facts = { agent: 'api', kind: 'main' as const, ...(model === undefined ? {} : { model }) }
        drafts.push(logRequest('request', format, item, facts))
      },
      end: () => drafts,
    }
  },
}

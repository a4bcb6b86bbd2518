import { recordBody, recordHeader } from '@varve/core'
import { DIGEST_GUIDE } from '@varve/core/digest'
import { defineOperation } from './operation.ts'

/** `varve compact guide`: how a digest is written. */
export const compactGuide = defineOperation({
  name: 'compact guide',
  summary: 'Say how to write a digest',
  effect: 'reads',
  fields: {},
  examples: ['varve compact guide', 'varve compact guide --json'],
  run() {
    return {
      json: { guide: DIGEST_GUIDE },
      human: DIGEST_GUIDE,
      records: `${recordHeader('compact.guide')}\n${recordBody('guide', DIGEST_GUIDE)}\n`,
    }
  },
})

import { recordHeader } from '@varve/core'
import { viewFor } from './commit.ts'
import { defineOperation } from './operation.ts'

/** `varve status`: what is stored, and where. */
export const status = defineOperation({
  name: 'status',
  summary: 'Say what is stored and where',
  effect: 'reads',
  fields: {},
  examples: ['varve status', 'varve status --json'],
  run(_input, context) {
    const store = context.reading()
    const { entries, heads, records } = store.size()
    const issues = [...context.configIssues, ...viewFor(context, store).issues()]
    const quarantined = store.quarantine().length
    const { place } = context
    const { name } = context.config.project
    const outbox = context.outbox().length
    const counts = { entries, visible: heads, records, issues: issues.length, quarantined, outbox }
    return {
      json: {
        project: place.projectId,
        ...(name !== undefined && { name }),
        key: place.key,
        branch: place.branch,
        ...counts,
      },
      human: [
        `project      ${name === undefined ? '' : `${name}  `}${place.projectId} (${place.key})`,
        `branch       ${place.branch ?? '-'}`,
        `entries      ${entries}, ${heads} visible`,
        `records      ${records}`,
        `issues       ${issues.length}${issues.length > 0 ? '  (varve doctor)' : ''}`,
        `quarantined  ${quarantined}`,
        ...(outbox > 0 ? [`outbox       ${outbox}  (varve doctor)`] : []),
        `database     ${place.databasePath}`,
        `cache        ${place.cacheDir}`,
        '',
      ].join('\n'),
      // `records` is the name of the format itself there.
      records: `${recordHeader('status', { entries, visible: heads, plans: records, issues: issues.length, quarantined, outbox })}\n`,
    }
  },
})

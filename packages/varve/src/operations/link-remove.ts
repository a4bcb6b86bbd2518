import { type Link, planUnlink } from '@varve/core'
import { commit } from './commit.ts'
import { flag, positional, text } from './field.ts'
import { findEntry, findTarget } from './find-entry.ts'
import { renderLink } from './link-add.ts'
import { defineOperation } from './operation.ts'

/** `varve link remove`: takes a typed link away; undo brings it back. */
export const linkRemove = defineOperation({
  name: 'link remove',
  summary: 'Remove a link',
  effect: 'writes',
  fields: {
    from: positional('The entry it starts from', 'from'),
    to: positional('The entry it leads to', 'to'),
    type: text('Its type (default related)', { value: 'type' }),
    dryRun: flag('Say what would happen, and do nothing'),
  },
  examples: ['varve link remove 7c1d09aa 1f0e88b2 --type supports', 'varve link remove 7c1d09aa 1f0e88b2'],
  run({ from, to, type = 'related', dryRun }, context) {
    const { outcome, record } = commit(context, 'link remove', dryRun, (reader) => {
      const link: Link = {
        from: findEntry(reader, from),
        to: findTarget(reader, to, context.redact),
        type,
        source: 'typed',
      }
      return { plan: planUnlink(reader, link), outcome: link }
    })
    return renderLink(outcome, 'unlinked', record?.id, dryRun)
  },
})

import { LINK_INVERSES, type Link, planLink, recordHeader, VarveError } from '@varve/core'
import { findNearestName } from '../config/nearest-name.ts'
import { commit } from './commit.ts'
import { flag, positional, text } from './field.ts'
import { findEntry, findTarget } from './find-entry.ts'
import { defineOperation, type OperationResult } from './operation.ts'

const LINK_TYPE = /^[a-z][a-z0-9-]{0,31}$/

/** `varve link add`: a typed edge; its target may arrive later. */
export const linkAdd = defineOperation({
  name: 'link add',
  summary: 'Link two entries',
  effect: 'writes',
  fields: {
    from: positional('The entry it starts from', 'from'),
    to: positional('The entry it leads to', 'to'),
    type: text(`${Object.keys(LINK_INVERSES).join(', ')}, or a type of your own`, { value: 'type' }),
    dryRun: flag('Say what would happen, and do nothing'),
  },
  examples: ['varve link add 7c1d09aa 1f0e88b2 --type supports', 'varve link add 7c1d09aa 1f0e88b2'],
  run({ from, to, type = 'related', dryRun }, context) {
    checkLinkType(type)
    const { outcome, record } = commit(context, 'link add', dryRun, (reader) => {
      const link: Link = {
        from: findEntry(reader, from),
        to: findTarget(reader, to, context.redact),
        type,
        source: 'typed',
      }
      const plan = planLink(reader, link)
      return { plan, outcome: { link, status: plan.operations.length === 0 ? 'unchanged' : 'linked' } }
    })
    return renderLink(outcome.link, outcome.status, record?.id, dryRun)
  },
})

export function checkLinkType(type: string): void {
  if (LINK_TYPE.test(type)) return
  const nearest = findNearestName(type, Object.keys(LINK_INVERSES)) ?? 'related'
  throw new VarveError('invalid_value', `a link type is a lower-case word, not ${JSON.stringify(type)}`, {
    fix: [`varve link add 7c1d09aa 1f0e88b2 --type ${nearest}`],
  })
}

export function renderLink(
  link: Link,
  status: string,
  recordId: string | undefined,
  dryRun: boolean,
): OperationResult {
  return {
    json: { status, link, plan_id: recordId ?? null, dry_run: dryRun },
    human: `${dryRun ? 'Would be ' : ''}${status}: ${link.from} ${link.type} ${link.to}\n`,
    records: `${recordHeader('link', { status, from: link.from, to: link.to, type: link.type })}\n`,
  }
}

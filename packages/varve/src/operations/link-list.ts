import { LINK_INVERSES, recordHeader, recordLine } from '@varve/core'
import { choice, positional } from './field.ts'
import { findEntry } from './find-entry.ts'
import { defineOperation } from './operation.ts'
import { shortIdIn } from './short-id.ts'

/** `varve link list`: the links of an entry, those that lead to it under their inverse names. */
export const linkList = defineOperation({
  name: 'link list',
  summary: 'List the links of an entry',
  effect: 'reads',
  fields: {
    id: positional('The entry', 'id'),
    direction: choice('Which links (default both)', ['out', 'in', 'both']),
  },
  examples: ['varve link list 7c1d09aa', 'varve link list 7c1d09aa --direction in --json'],
  run({ id: typed, direction = 'both' }, context) {
    const reader = context.reading()
    const id = findEntry(reader, typed)
    const out =
      direction === 'in'
        ? []
        : reader.links({ from: id }).map((link) => ({ type: link.type, id: link.to, source: link.source }))
    const into =
      direction === 'out'
        ? []
        : reader
            .links({ to: id })
            .map((link) => ({ type: inverseOf(link.type), id: link.from, source: 'virtual' }))
    const links = [...out, ...into]
    return {
      json: { id, links },
      human:
        links.length === 0
          ? 'No links\n'
          : `${links.map((link) => `${link.type.padEnd(16)} ${shortIdIn(reader, link.id)}`).join('\n')}\n`,
      records: `${[recordHeader('link.list', { id, count: links.length }), ...links.map((link) => recordLine('E', [id, link.type, link.id], { source: link.source }))].join('\n')}\n`,
    }
  },
})

function inverseOf(type: string): string {
  return LINK_INVERSES[type] ?? `inverse-${type}`
}

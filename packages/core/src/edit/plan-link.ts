import { VarveError } from '../domain/errors.ts'
import type { Link } from '../domain/link.ts'
import type { Operation } from '../domain/operation.ts'
import type { Plan } from '../domain/plan.ts'
import type { StoreReader } from '../ports/store.ts'
import { editPlan } from './plan-edit.ts'

/** A typed link. The target may be unknown yet; the start must exist. */
export function planLink(reader: StoreReader, link: Link): Plan {
  if (link.from === link.to) {
    throw new VarveError('usage', `${link.from} can't be linked to itself`, {
      subjects: [link.from],
      fix: [`varve link list ${link.from}`],
    })
  }
  const operations: readonly Operation[] = hasLink(reader, link) ? [] : [{ op: 'link.add', link }]
  return editPlan(reader, 'link add', operations, [link.from])
}

export function planUnlink(reader: StoreReader, link: Link): Plan {
  if (!hasLink(reader, link)) {
    throw new VarveError('not_found', `no link ${link.from} ${link.type} ${link.to}`, {
      subjects: [link.from, link.to],
      fix: [`varve link list ${link.from}`],
    })
  }
  return editPlan(reader, 'link remove', [{ op: 'link.remove', link }], [link.from])
}

export function hasLink(reader: StoreReader, link: Link): boolean {
  return reader
    .links({ from: link.from, to: link.to })
    .some((other) => other.type === link.type && other.source === link.source)
}

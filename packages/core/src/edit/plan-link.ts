import { VarveError } from '../domain/errors.ts'
import type { EntryId } from '../domain/ids.ts'
import type { Link } from '../domain/link.ts'
import type { Operation } from '../domain/operation.ts'
import type { Plan } from '../domain/plan.ts'
import type { StoreReader } from '../ports/store.ts'
import { editPlan, getEntry, revisionOf } from './plan-edit.ts'

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

/**
 * States the links of a text by themselves, so that they stay when it changes. With `content`, a text
 * without them takes its place.
 */
export function planMaterialize(reader: StoreReader, id: EntryId, content?: string): Plan {
  const entry = getEntry(reader, id)
  const inline = reader.links({ from: id }).filter(({ source }) => source === 'inline')
  const typed = inline.map((link): Link => ({ ...link, source: 'typed' }))
  const revision = content === undefined ? undefined : revisionOf(entry, { set: { content } })
  const operations: readonly Operation[] = [
    ...typed.filter((link) => !hasLink(reader, link)).map((link): Operation => ({ op: 'link.add', link })),
    ...(content === undefined ? [] : inline.map((link): Operation => ({ op: 'link.remove', link }))),
    ...(revision === undefined ? [] : [revision]),
  ]
  return editPlan(reader, 'link materialize', operations, [id])
}

export function hasLink(reader: StoreReader, link: Link): boolean {
  return reader
    .links({ from: link.from, to: link.to })
    .some((other) => other.type === link.type && other.source === link.source)
}

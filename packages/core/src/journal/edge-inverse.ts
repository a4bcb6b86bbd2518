import { canonicalJson, withoutUndefined } from '../domain/json.ts'
import type { LineageEdge } from '../domain/lineage.ts'
import type { Link } from '../domain/link.ts'
import type { LineageOperation, Operation, SessionMarkOperation, Since } from '../domain/operation.ts'
import type { StoreReader } from '../ports/store.ts'

/** What an edge, a review decision, a policy or the mark of a session goes back to. */
export type EdgeTarget =
  | { readonly kind: 'link'; readonly link: Link; readonly present: boolean }
  | { readonly kind: 'lineage'; readonly edge: LineageOperation; readonly was: LineageOperation['was'] }
  | { readonly kind: 'review' | 'policy'; readonly name: string; readonly was: ReviewValue }
  | { readonly kind: 'session'; readonly said: SessionMarkOperation; readonly was: ReviewValue }

type ReviewValue = Extract<Operation, { op: 'review.resolve' }>['was']

/** The operation that brings an edge to its target; none where it is there already. */
export function edgeOperations(reader: StoreReader, target: EdgeTarget): readonly Operation[] {
  switch (target.kind) {
    case 'link': {
      const { link, present } = target
      const exists = reader
        .links({ from: link.from, to: link.to })
        .some((other) => other.type === link.type && other.source === link.source)
      return exists === present ? [] : [{ op: present ? 'link.add' : 'link.remove', link }]
    }
    case 'lineage':
      return lineageOperations(reader, target.edge, target.was)
    case 'review':
      return [
        {
          op: 'review.resolve',
          review: target.name,
          decision: target.was,
          was: reader.review(target.name) ?? null,
        },
      ]
    case 'policy':
      return [
        {
          op: 'project.policy',
          name: target.name,
          value: target.was,
          was: reader.policy(target.name) ?? null,
        },
      ]
    case 'session': {
      const { session, mark, name } = target.said
      const was = reader.sessionMark(session, mark, name) ?? null
      return [{ op: 'session.mark', session, mark, name, value: target.was, was }]
    }
    default:
      return target satisfies never
  }
}

function lineageOperations(
  reader: StoreReader,
  { kind, top, under }: LineageOperation,
  wanted: LineageOperation['was'],
): readonly Operation[] {
  const current = reader.lineage({ top, under }).find((edge) => edge.kind === kind)
  const was = current ? edgeMetadata(current) : null
  if (canonicalJson(was) === canonicalJson(wanted)) return []
  if (wanted === null) return [{ op: 'lineage.remove', kind, top, under, was }]
  const { source_hash, guard, recorded, by: author } = wanted
  const since: Since = { by: author, at: recorded }
  return [
    {
      op: 'lineage.add',
      kind,
      top,
      under,
      ...(source_hash && { source_hash }),
      ...(guard && { guard }),
      since,
      was,
    },
  ]
}

/** What an edge carries beside its ends. */
export function edgeMetadata({
  recorded,
  source_hash,
  guard,
  by: author,
}: LineageEdge): NonNullable<LineageOperation['was']> {
  return withoutUndefined({ recorded, source_hash, guard, by: author })
}

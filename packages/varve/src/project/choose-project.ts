import { sortedUnique, uuidV5, VarveError } from '@varve/core'
import type { Claim } from './gather-claims.ts'

/**
 * The project that a place's claims speak for. Without any record it is derived from the strongest
 * key, so that many processes at once agree without a lock. Records of two projects are never weighed
 * against each other: `project_ambiguous`. Pure.
 */
export function chooseProject(claims: readonly Claim[], top: string): string {
  const [primary] = claims
  if (primary === undefined) throw new VarveError('internal', `no key applies to ${top}`)
  if (primary.kind === 'id') return primary.key.slice('id:'.length)
  if (primary.kind === 'env') return primary.record?.project_id ?? uuidV5(primary.key)
  const witnesses = claims.filter(
    (claim) => claim.record !== undefined && (claim.isCertain || claim === primary),
  )
  const [chosen, ...others] = sortedUnique(witnesses.flatMap(({ record }) => record?.project_id ?? []))
  if (others.length > 0) throw ambiguous(witnesses, top)
  return chosen ?? uuidV5(primary.key)
}

function ambiguous(witnesses: readonly Claim[], top: string): VarveError {
  const projects = sortedUnique(witnesses.flatMap(({ record }) => record?.project_id ?? []))
  const said = witnesses.map(({ key, record }) => `${record?.project_id} by ${key}`)
  return new VarveError('project_ambiguous', `${top} belongs to two projects: ${said.join(', ')}`, {
    subjects: projects,
    fix: projects.map((id) => `varve doctor --link-project ${id}`),
  })
}

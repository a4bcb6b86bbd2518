import { type Issue, type Plan, type StoreReader, trustRank } from '@varve/core'

/** What is less trusted than this is put before no agent unasked, so a digest that becomes so is told of. */
const LEAST_SHOWN = trustRank('agent')

/** Says of each entry that stands for something less trusted than itself that it is no more trusted now. */
export function inheritedIssues(reader: StoreReader, { operations }: Plan): readonly Issue[] {
  return operations.flatMap((operation): readonly Issue[] => {
    if (operation.op !== 'entry.revise' || !operation.inherited || !operation.set.source) return []
    const { id, set } = operation
    const own = reader.entry(id)?.source.trust
    const trust = set.source?.trust
    if (own === undefined || trust === undefined) return []
    if (trustRank(trust) >= Math.min(trustRank(own), LEAST_SHOWN)) return []
    return [
      {
        code: 'inherited_trust',
        severity: 'warning',
        subjects: [id],
        message: `${id} is trusted as the least trusted of its sources from now on: ${trust}, no longer ${own}`,
        fix: [`varve compact status ${id}`],
      },
    ]
  })
}

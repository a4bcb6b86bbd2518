import { finding, type RewriteCheck } from '../rewrite-check.ts'

/** One of several alternatives stands in the output where the sources have another. */
export const checkCorrupted: RewriteCheck = ({ sources, output }) => {
  const corrupted = [...output.members].filter(([set, members]) => {
    const named = new Set(sources.flatMap(({ statement }) => [...(statement.members.get(set) ?? [])]))
    return named.size > 0 && [...members].some((member) => !named.has(member))
  })
  return corrupted
    .map(([set]) => set)
    .sort()
    .map((set) => finding('corrupted', 'reject', { type: 'excl', detail: set }))
}

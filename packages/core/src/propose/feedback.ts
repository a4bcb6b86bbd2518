import type { Batch } from './batches/batch.ts'
import { aliasOf } from './prompts/prompt.ts'
import type { Proposal } from './proposal.ts'

/** What a model is told of its rejected groups, by the names of the call: once, and no more. */
export function feedbackOn({ candidates }: Batch, proposals: readonly Proposal[]): string {
  const aliases = new Map(candidates.map(({ entry }, place) => [entry.id as string, aliasOf(place)]))
  for (const [place, { leaves }] of candidates.entries()) {
    for (const { id } of leaves) aliases.set(id, aliasOf(place))
  }
  const lines = proposals.map(({ sources, codes, result, detail }) => {
    const names = sources.map(({ entry }) => aliases.get(entry.id)).join(', ')
    const findings = (result?.findings ?? []).map(({ check, type, anchor, isSecret, source }) =>
      [
        check,
        ...(type === undefined ? [] : [type]),
        ...(anchor === undefined || isSecret ? [] : [JSON.stringify(anchor)]),
        ...(source === undefined ? [] : source.split(' ').map((id) => `of ${aliases.get(id) ?? 'a source'}`)),
      ].join(' '),
    )
    // Findings of pairs name ids of the memory, which stay here.
    const why = findings.length > 0 ? findings : [result === undefined ? detail : codes.join(' ')]
    return `- ${names || 'a group'}: ${why.join('; ')}`
  })
  return [
    'A check refused these groups of your last answer:',
    ...lines,
    'Answer once more for all of the entries: mend these groups so that nothing is lost, changed or added, or leave them out.',
  ].join('\n')
}

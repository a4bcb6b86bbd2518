import type { LogOperation } from '../data/answers.ts'
import { operationWord } from '../data/words.ts'
import { EntryLink } from './entry-link.tsx'

/** One step of a change: what was done to which entry. */
export function OperationLine({ operation }: { readonly operation: LogOperation }) {
  const { op, id, top, under, kind, link } = operation
  if (top !== undefined && under !== undefined) {
    return (
      <>
        <EntryLink id={top} />
        <span class="why">{op === 'lineage.remove' ? `no longer ${kind}` : kind}</span>
        <EntryLink id={under} />
      </>
    )
  }
  if (link !== undefined) {
    return (
      <>
        <EntryLink id={link.from} />
        <span class="why">{op === 'link.remove' ? `no longer ${link.type}` : link.type}</span>
        <EntryLink id={link.to} />
      </>
    )
  }
  if (id === undefined) return <span class="why">{operation.decision?.action ?? op}</span>
  return (
    <>
      <span class="why">{operationWord(operation)}</span>
      <EntryLink id={id} />
      {operation.fields && <span class="why">({operation.fields.join(', ')})</span>}
    </>
  )
}

import type { LogOperation } from '../data/answers.ts'
import { EntryLink } from './entry-link.tsx'

const SAID: Readonly<Record<string, string>> = {
  'entry.add': 'added',
  'entry.revise': 'changed',
  'entry.retract': 'retracted',
  'entry.restore': 'restored',
  'flag.set': 'flagged',
  'flag.clear': 'flag taken off',
  'learning.sight': 'stated again',
  'learning.override': 'held otherwise',
}

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
      <span class="why">{operation.withdrawn ? 'sighting withdrawn' : (SAID[op] ?? op)}</span>
      <EntryLink id={id} />
      {operation.fields && <span class="why">({operation.fields.join(', ')})</span>}
    </>
  )
}

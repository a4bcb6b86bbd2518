import type { LineageOperation } from '../domain/operation.ts'
import type { Plan } from '../domain/plan.ts'

/** The command line that plans the same anew, as far as a plan tells what was asked. */
export function repeatCommand({ command, operations }: Plan): string {
  const [first] = operations
  if (first === undefined) return `varve ${command}`
  switch (first.op) {
    case 'lineage.add':
    case 'lineage.remove':
      return lineageCommand(command, first, operations.flatMap(undersOf(first)))
    case 'link.add':
    case 'link.remove': {
      const { from, to, type } = first.link
      return operations.length === 1 ? `varve ${command} ${from} ${to} --type ${type}` : `varve ${command}`
    }
    case 'entry.revise':
    case 'entry.retract':
    case 'entry.restore':
      return command.startsWith('edit') ? `varve edit ${first.id}` : `varve ${command}`
    default:
      return `varve ${command}`
  }
}

/** What a run of compact puts together is found again by another run; what a person stated is said again. */
function lineageCommand(command: string, { top, kind }: LineageOperation, unders: readonly string[]): string {
  if (command === 'compact') return 'varve compact'
  if (!command.startsWith('compact ')) return `varve ${command}`
  const isUsual = kind === 'digests' || command === 'compact remove'
  const notes = unders.map((under) => `--note ${under}`)
  return [`varve ${command}`, top, ...notes, ...(isUsual ? [] : [`--kind ${kind}`])].join(' ')
}

function undersOf({
  op,
  top,
}: LineageOperation): (operation: Plan['operations'][number]) => readonly string[] {
  return (operation) =>
    operation.op === op && 'top' in operation && operation.top === top ? [operation.under] : []
}

import { FOR_PEOPLE } from '../../operations/for-people.ts'
import type { TableRow } from '../../operations/table.ts'
import type { Tool } from './tool.ts'

/** Names that agents know from elsewhere. */
const NAMES: Readonly<Record<string, string>> = { fit: 'context_fit' }

/** Operations that none of the tools stands for, each as a tool with all of its fields. */
export function restTools(rows: readonly TableRow[], tools: readonly Tool[]): readonly Tool[] {
  const told = new Set(tools.flatMap(({ actions }) => actions.map(([, operation]) => operation)))
  return rows
    .filter(({ name }) => !told.has(name) && !FOR_PEOPLE.has(name))
    .map(({ name, summary }) => ({
      name: NAMES[name] ?? `varve_${name.replace(/[ -]/g, '_')}`,
      title: summary,
      description: `${summary}.`,
      actions: [['', name]],
      shows: 'all',
    }))
}

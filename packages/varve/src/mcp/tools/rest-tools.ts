import type { TableRow } from '../../operations/table.ts'
import type { Tool } from './tool.ts'

/** What sets a machine up, erases for good, or serves until it is interrupted: for a person at a terminal. */
const FOR_PEOPLE: ReadonlySet<string> = new Set([
  'mcp',
  'fit proxy',
  'install',
  'uninstall',
  'demo',
  'init',
  'purge',
  'session prune',
])

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

import { byText, type Issue } from '@varve/core'
import type { OperationContext } from '../context.ts'
import { ontologyOf } from './check-entries.ts'

/** Names for tags that no entry has. */
export function checkTagAliases(context: OperationContext): readonly Issue[] {
  const reader = context.reading()
  const aliases = Object.entries(ontologyOf(reader)?.tag_aliases ?? {})
  if (aliases.length === 0) return []
  const used = new Set<string>()
  for (const row of reader.compactionRows({})) for (const tag of row.tags) used.add(tag)
  return aliases
    .filter(([, tag]) => !used.has(tag))
    .sort(([a], [b]) => byText(a, b))
    .map(([alias, tag]) => ({
      code: 'orphaned_tag_alias',
      severity: 'warning',
      subjects: [alias],
      message: `${alias} is another name for the tag ${tag}, which no entry has`,
      fix: [`varve list --tag ${alias}`],
    }))
}

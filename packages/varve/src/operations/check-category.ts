import { VarveError } from '@varve/core'
import type { Config } from '../config/config.ts'
import { findNearestName } from '../config/nearest-name.ts'

/** Refuses a category that the configuration doesn't know, naming those it does; `command` goes before a right one. */
export function checkCategory(category: string, config: Config, command: string): void {
  const known = [...config.memory.categories.map(({ name }) => name), 'uncategorised']
  if (known.includes(category)) return
  const nearest = findNearestName(category, known)
  throw new VarveError('invalid_value', `unknown category ${category}; known: ${known.join(', ')}`, {
    subjects: [category],
    fix: [`${command} --category ${nearest ?? 'conventions'}`],
  })
}

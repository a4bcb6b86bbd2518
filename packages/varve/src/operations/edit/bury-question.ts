import { cutGraphemes, getEntry } from '@varve/core'
import { type BuryOptions, planBury } from '@varve/core/consolidate'
import { wholeText } from '@varve/core/digest'
import type { OperationContext } from '../context.ts'
import { findEntry } from '../find-entry.ts'

const LONGEST = 4000

/** What a person is asked before an entry is buried, with all that say the same. Throws where it may not be. */
export function buryQuestion(context: OperationContext, typed: string, options: BuryOptions): string {
  const reader = context.reading()
  const entry = getEntry(reader, findEntry(reader, typed))
  const others = planBury(reader, entry.id, options).operations.length - 1
  const text = wholeText(entry)
  const shown = cutGraphemes(text, LONGEST)
  const more = others > 0 ? `, and ${others} that ${others === 1 ? 'says' : 'say'} the same` : ''
  return `Bury ${entry.id}${more}?\n${shown === text ? text : `${shown}…`}\n`
}

import { prepareText } from '../normalise/prepare-text.ts'
import type { Anchor } from './anchor.ts'
import { scanText } from './scan-text.ts'

/** What must survive of a text: its numbers, names, paths and so on, from left to right. */
export function anchorsOf(text: string): readonly Anchor[] {
  return scanText(prepareText(text)).anchors
}

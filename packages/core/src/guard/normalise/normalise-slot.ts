import { cleanText } from './hygiene.ts'
import { collapseSpaces } from './prepare-text.ts'

/** A subject slot as it is compared: `Package  Manager` is `package-manager`. A blank one is '' and no slot. */
export function normaliseSlot(key: string): string {
  return collapseSpaces(cleanText(key)).toLowerCase().replace(/[ \n]/g, '-')
}

/** How a text begins that holds corrections of the past (INV-09). */
export const CORRECTIONS = '[past corrections]\n'

/** Whether a person, or their host, marked a text as one that stays; an open tag protects to the end of its part. */
export function isProtected(text: string): boolean {
  return text.includes('<protect>')
}

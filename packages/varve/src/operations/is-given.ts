/** Whether a field of an input says anything: a flag that is set, a text, a list with something in it. */
export function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false
}

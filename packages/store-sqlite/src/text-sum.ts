/**
 * A 32-bit sum of a text (FNV-1a over UTF-16 units): an index over it is a fraction of the size of
 * one over the texts, and the text itself is compared after it.
 */
export function textSum(text: string): number {
  let sum = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193)
  }
  return sum >>> 0
}

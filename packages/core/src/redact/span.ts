/** A piece of a text, by UTF-16 offsets: `end` is the first one after it. */
export interface Span {
  readonly start: number
  readonly end: number
}

const MARKER = /\[redacted:\w{1,64}\]/g

/** The masks that a text already holds. */
export function markersIn(text: string): readonly Span[] {
  if (!text.includes('[redacted:')) return []
  return [...text.matchAll(MARKER)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }))
}

/**
 * The spans as they may be masked: in order, apart from each other, and never through the middle of
 * an older mask, which they take in whole. A span that holds nothing but masks is left out.
 */
export function maskable(spans: readonly Span[], markers: readonly Span[]): readonly Span[] {
  const result: Span[] = []
  let marker = 0
  for (const span of spans) {
    let { start, end } = span
    let masked = 0
    while ((markers[marker]?.end ?? Number.POSITIVE_INFINITY) <= start) marker++
    for (let at = marker; at < markers.length; at++) {
      const other = markers[at]
      if (other === undefined || other.start >= end) break
      start = Math.min(start, other.start)
      end = Math.max(end, other.end)
      masked += other.end - other.start
    }
    const last = result.at(-1)
    if (end - start > masked && (last === undefined || start >= last.end)) result.push({ start, end })
  }
  return result
}

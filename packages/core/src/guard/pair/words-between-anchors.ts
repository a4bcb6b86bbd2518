import { byText } from '../../domain/order.ts'
import { partsOf, type Statement } from './statement.ts'

/**
 * The plain words before the first anchor, between each and the next, and after the last; those of
 * one stretch sorted. Worked out anew, because few comparisons ask for it.
 */
export function wordsBetweenAnchors({ prepared, anchors }: Statement): readonly string[] {
  const starts = new Set(anchors.map(({ start }) => start))
  const stretches = [...anchors.map((): string[] => []), []]
  let stretch = 0
  for (const { isAnchor, start, text } of partsOf(prepared).items) {
    if (isAnchor || starts.has(start)) continue
    while ((anchors[stretch]?.start ?? Infinity) < start) stretch++
    stretches[stretch]?.push(text)
  }
  return stretches.map((words) => words.sort(byText).join(' '))
}

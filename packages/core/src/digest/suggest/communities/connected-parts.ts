import { forNeighbours, type WeightedGraph } from './weighted-graph.ts'

/** The connected parts of each community: members in order, parts by their first. */
export function connectedParts(
  graph: WeightedGraph,
  communities: Int32Array,
): readonly (readonly number[])[] {
  const isSeen = new Uint8Array(graph.size)
  const parts: (readonly number[])[] = []
  for (let start = 0; start < graph.size; start++) {
    if (isSeen[start] === 1) continue
    isSeen[start] = 1
    const part = [start]
    for (let at = 0; at < part.length; at++) {
      forNeighbours(graph, part[at] ?? 0, (other) => {
        if (isSeen[other] === 1 || communities[other] !== communities[start]) return
        isSeen[other] = 1
        part.push(other)
      })
    }
    parts.push(part.sort((a, b) => a - b))
  }
  return parts
}

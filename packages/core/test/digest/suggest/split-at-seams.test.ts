import { expect, test } from 'vitest'
import { joinSmallParts } from '../../../src/digest/suggest/communities/join-small-parts.ts'
import { splitAtSeams } from '../../../src/digest/suggest/communities/split-at-seams.ts'
import { buildGraph, type WeightedGraph } from '../../../src/digest/suggest/communities/weighted-graph.ts'

/** `[from, to, weight]` */
function graphOf(size: number, pairs: readonly (readonly [number, number, number])[]): WeightedGraph {
  return buildGraph(size, {
    from: pairs.map(([from]) => from),
    to: pairs.map(([, to]) => to),
    weight: pairs.map(([, , weight]) => weight),
  })
}

function clique(nodes: readonly number[]): readonly (readonly [number, number, number])[] {
  return nodes.flatMap((from, at) => nodes.slice(at + 1).map((to) => [from, to, 1] as const))
}

const LEFT = [0, 1, 2, 3, 4, 5]
const RIGHT = [6, 7, 8, 9, 10, 11]
const PAIR = [12, 13]
const GROUPS = [...clique(LEFT), ...clique(RIGHT), [0, 6, 1]] as const

test('a pair that clings to one side of a weak seam goes with that side, and does not hide the seam [QP-39]', () => {
  const graph = graphOf(14, [...GROUPS, [12, 13, 6], [1, 12, 1]])
  expect(splitAtSeams(graph, [...LEFT, ...RIGHT, ...PAIR], 0)).toEqual([[...LEFT, ...PAIR], RIGHT])
})

test('a seam stays closed where a pair holds both sides together', () => {
  const graph = graphOf(14, [...GROUPS, [12, 13, 8], [1, 12, 4], [7, 13, 4]])
  const all = [...LEFT, ...RIGHT, ...PAIR]
  expect(splitAtSeams(graph, all, 0)).toEqual([all])
})

test('small parts join what they are tied to most, by turns, until none is left', () => {
  const graph = graphOf(6, [
    [0, 1, 5],
    [1, 2, 5],
    [2, 3, 1],
    [3, 4, 2],
    [4, 5, 3],
  ])
  expect(joinSmallParts(graph, [[0, 1, 2], [3], [4], [5]], 3)).toEqual([
    [0, 1, 2],
    [3, 4, 5],
  ])
  expect(joinSmallParts(graph, [[0], [1]], 3)).toEqual([[0, 1]])
})

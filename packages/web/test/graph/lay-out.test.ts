import { describe, expect, test } from 'vitest'
import { layOut, type Place, type Pull } from '../../src/views/graph/lay-out.ts'
import { placeLabels } from '../../src/views/graph/place-labels.ts'

const distance = (a: Place | undefined, b: Place | undefined) =>
  Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0))

/** Two stars whose hearts are joined. */
const STARS: readonly Pull[] = [
  ...[1, 2, 3, 4, 5].map((leaf): Pull => [0, leaf]),
  ...[7, 8, 9, 10, 11].map((leaf): Pull => [6, leaf]),
  [0, 6],
]

describe('the layout of a graph', () => {
  test('is the same for the same graph, and fills the picture from edge to edge', () => {
    const places = layOut(12, STARS)
    expect(layOut(12, STARS)).toEqual(places)
    for (const axis of ['x', 'y'] as const) {
      const values = places.map((place) => place[axis])
      expect([Math.min(...values), Math.max(...values)]).toEqual([0, 1])
    }
  })

  test('lays what is joined closer than what is not', () => {
    const places = layOut(12, STARS)
    for (const leaf of [1, 2, 3, 4, 5]) {
      expect(distance(places[leaf], places[0])).toBeLessThan(distance(places[leaf], places[6]))
    }
  })

  test('lays no two nodes on one another', () => {
    const places = layOut(60, [])
    const pairs = places.flatMap((a, nth) => places.slice(nth + 1).map((b) => distance(a, b)))
    expect(Math.min(...pairs)).toBeGreaterThan(0.03)
  })

  test('keeps a few nodes together in the middle', () => {
    const [a, b] = layOut(2, [[0, 1]])
    expect(distance(a, b)).toBeLessThan(0.7)
    expect(a?.x).toBeGreaterThan(0.2)
  })

  test('has a place for one node, and none for no node', () => {
    expect(layOut(1, [])).toEqual([{ x: 0.5, y: 0.5 }])
    expect(layOut(0, [])).toEqual([])
  })
})

describe('labels', () => {
  test('never cover one that comes before them, and stay within the picture', () => {
    const [first, last, ...none] = placeLabels(
      [
        { text: 'first', x: 2, y: 50 },
        { text: 'covers the first', x: 10, y: 55 },
        { text: 'below', x: 199, y: 80 },
      ],
      200,
    )
    expect(none).toEqual([])
    expect([first?.text, last?.text]).toEqual(['first', 'below'])
    expect(first?.x).toBeGreaterThan(10)
    expect(last?.x).toBeLessThan(190)
  })
})

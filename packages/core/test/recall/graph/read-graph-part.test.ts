import { describe, expect, test } from 'vitest'
import type { EntryId } from '../../../src/index.ts'
import { type GraphPart, readGraphPart } from '../../../src/recall/index.ts'
import { type Content, memoryOf } from '../memory-of.ts'

interface Asked {
  readonly root?: string
  readonly isRaw?: boolean
  readonly maxNodes?: number
  readonly maxHops?: number
}

function part(content: Content, { root, isRaw = false, maxNodes = 100, maxHops = 2 }: Asked = {}): GraphPart {
  const { store, view } = memoryOf(content)
  return readGraphPart(store, view, {
    isRaw,
    maxNodes,
    maxHops,
    ...(root !== undefined && { root: root as EntryId }),
  })
}

const nodes = (found: GraphPart) => found.nodes.map(({ id }) => id).join(' ')
const joints = (found: GraphPart) => found.joints.map(({ from, type, to }) => `${from} ${type} ${to}`)

const entries = (ids: string) =>
  Object.fromEntries(ids.split(' ').map((id) => [id, { content: `text ${id}` }]))
const DIGESTED: Content = {
  entries: entries('a b c d x'),
  links: ['a supports c'],
  lineage: ['d digests a b'],
}
const HUBS: Content = {
  entries: entries('a b c h i x y'),
  links: ['h related a', 'h related b', 'h related c', 'i related x', 'i related y'],
}

describe('a part of the graph', () => {
  test('joins what is shown, and counts what lies under it', () => {
    const found = part(DIGESTED)
    expect(joints(found)).toEqual(['d supports c'])
    expect(found.nodes).toEqual([
      { id: 'd', joints: 1, under: 2 },
      { id: 'c', joints: 1, under: 0 },
    ])
    expect(found.total).toEqual({ nodes: 2, joints: 1, apart: 1 })
  })

  test('raw, has every entry for itself, and what each is shown for', () => {
    expect(joints(part(DIGESTED, { isRaw: true }))).toEqual(['a supports c', 'd digests a', 'd digests b'])
  })

  test('raw, joins what the view found to say the same', () => {
    const twice: Content = { entries: { a: { content: 'Use pnpm' }, b: { content: 'use pnpm' } } }
    expect(joints(part(twice, { isRaw: true }))).toEqual([expect.stringMatching(/^[ab] duplicate [ab]$/)])
  })

  test('has digests that no link leads to, and not what merely says the same as others', () => {
    const twice: Content = {
      entries: { ...entries('a b d'), p: { content: 'Use pnpm' }, q: { content: 'use pnpm' } },
      lineage: ['d digests a b'],
    }
    const found = part(twice)
    expect(found.nodes).toEqual([{ id: 'd', joints: 0, under: 2 }])
    expect(found.total).toEqual({ nodes: 1, joints: 0, apart: 1 })
  })

  test('has the best joined first with their neighbours, and says how much there is in all', () => {
    const found = part(HUBS, { maxNodes: 5 })
    expect(nodes(found)).toBe('h a b c i')
    expect(found).toMatchObject({ isCut: true, total: { nodes: 7, joints: 5, apart: 0 } })
    expect(found.nodes.at(-1)).toMatchObject({ id: 'i', joints: 2 })
  })

  test('around a node, goes as far as it is told', () => {
    const chain: Content = {
      entries: entries('a b c d'),
      links: ['a related b', 'b related c', 'c related d'],
    }
    expect(part(chain, { root: 'a', maxHops: 2 })).toMatchObject({
      nodes: [
        { id: 'a', hop: 0 },
        { id: 'b', hop: 1 },
        { id: 'c', hop: 2, joints: 2 },
      ],
      isCut: false,
      total: undefined,
    })
    expect(part(chain, { root: 'a', maxHops: 3, maxNodes: 2 })).toMatchObject({ isCut: true })
  })

  test('is the same in whatever order it was written', () => {
    const reversed: Content = {
      entries: Object.fromEntries(Object.entries(HUBS.entries).reverse()),
      links: (HUBS.links ?? []).toReversed(),
    }
    expect(part(reversed, { maxNodes: 4 })).toEqual(part(HUBS, { maxNodes: 4 }))
  })
})

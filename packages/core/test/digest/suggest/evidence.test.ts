import { describe, expect, test } from 'vitest'
import { est1 } from '../../../src/counters/est1.ts'
import { SUGGEST_DEFAULTS, suggestDigests } from '../../../src/digest/index.ts'
import { compareGains } from '../../../src/digest/suggest/communities/compare-gains.ts'
import { gatherEvidence } from '../../../src/digest/suggest/evidence/gather-evidence.ts'
import type { EvidenceKind } from '../../../src/digest/suggest/rules.ts'
import { suggestFromNotes } from '../../../src/digest/suggest/suggest-from-notes.ts'
import type { SuggestionNote } from '../../../src/digest/suggest/suggestion-note.ts'
import type { Link } from '../../../src/index.ts'
import { memoryOf } from '../../recall/memory-of.ts'
import { clique, inlineLink, named, noteOf, plantedLinks, suggestFromLinks } from './suggestion-case.ts'

function weighed(
  kind: EvidenceKind,
  notes: readonly SuggestionNote[],
  links: readonly Link[] = [],
): readonly string[] {
  const pairs = gatherEvidence(notes, links, [kind]).get(kind)
  return (pairs?.weight ?? []).map(
    (weight, at) => `${notes[pairs?.from[at] ?? -1]?.id} ${notes[pairs?.to[at] ?? -1]?.id} ${weight}`,
  )
}

const typed = (type: string): Link => ({ ...inlineLink('a', 'b'), type, source: 'typed' })

describe('evidence', () => {
  test.each([
    ['part-of', 1500],
    ['has-part', 1500],
    ['precedes', 1500],
    ['same-as', 1500],
    ['supports', 1000],
    ['our-own', 1000],
    ['related', 800],
  ])('a link of type %s weighs %i', (type, weight) => {
    expect(weighed('links', [noteOf('a'), noteOf('b')], [typed(type)])).toEqual([`a b ${weight}`])
  })

  test('a link that is written in the text weighs 600, one to itself or to nobody nothing', () => {
    const links = [inlineLink('a', 'b'), inlineLink('a', 'a'), inlineLink('a', 'gone')]
    expect(weighed('links', [noteOf('a'), noteOf('b')], links)).toEqual(['a b 600'])
  })

  test('shared tags weigh by how many of both are the same', () => {
    const notes = [
      noteOf('a', { tags: ['ci', 'tooling'] }),
      noteOf('b', { tags: ['ci', 'tooling'] }),
      noteOf('c', { tags: ['ci', 'release'] }),
      noteOf('d', { tags: ['other'] }),
    ]
    expect(weighed('tags', notes)).toEqual(['a b 300', 'a c 100', 'b c 100'])
  })

  test('a tag of too many entries says nothing', () => {
    const notes = named('n', 12).map((id) => noteOf(id, { tags: ['everywhere'], refs: ['path a.ts'] }))
    expect(weighed('tags', notes)).toEqual([])
    expect(weighed('refs', notes.slice(0, 10))).toHaveLength(45)
  })

  test('texts weigh by the cosine of their words, and only where it is 0.3 or more', () => {
    const notes = [
      noteOf('a', { body: 'The lockfile is committed and checked on drift' }),
      noteOf('b', { body: 'The lockfile is committed and checked on drift' }),
      noteOf('c', { body: 'Gardens grow where rivers meet a mountain' }),
    ]
    expect(weighed('text', notes)).toEqual(['a b 500'])
  })

  test('entries without a link whose texts are near can be a candidate [BR-72]', () => {
    const near = ['warm', 'cold', 'stale', 'shared'].map((word, at) =>
      noteOf(`a${at}`, {
        body: `The ${word} install cache of the build runner is keyed by the lockfile hash`,
      }),
    )
    const far = ['gardens', 'rivers', 'mountains', 'oceans'].map((word, at) =>
      noteOf(`b${at}`, { body: `${word} are of no interest to item number ${at * 17}` }),
    )
    const [found] = suggestFromNotes([...near, ...far], [], SUGGEST_DEFAULTS)
    expect(found?.ids).toEqual(['a0', 'a1', 'a2', 'a3'])
    expect([...(found?.heldBy ?? [])]).toEqual([['text', 1]])
  })

  test('what holds a candidate together is told in shares', () => {
    const notes = named('a', 3).map((id) => noteOf(id, { tags: ['t'] }))
    const [found] = suggestFromNotes(notes, clique(named('a', 3)), SUGGEST_DEFAULTS)
    expect([...(found?.heldBy ?? [])].map(([kind, part]) => `${kind} ${part.toFixed(3)}`)).toEqual([
      'links 0.667',
      'tags 0.333',
    ])
  })
})

describe('who takes part', () => {
  const group = named('a', 4)
  const textOf = (id: string) => ({ title: id, content: 'x'.repeat(400) })

  test.each([
    ['a map', { type: 'map' }],
    ['a moc', { type: 'moc' }],
    ['a template', { type: 'template' }],
    [
      'an entry that is not trusted',
      { flags: [{ kind: 'untrusted' as const, reason: 'web', by: 'test', at: 0 }] },
    ],
  ])('%s does not [QP-16]', (_, fields) => {
    const { store, view } = memoryOf({
      entries: Object.fromEntries(group.map((id) => [id, { ...textOf(id), ...(id === 'a4' && fields) }])),
      links: clique(group).map(({ from, to }) => `${from} supports ${to}`),
    })
    expect(suggestDigests(store, view, est1, SUGGEST_DEFAULTS).map(({ ids }) => ids)).toEqual([
      ['a1', 'a2', 'a3'],
    ])
  })

  test('maps do where that is asked for', () => {
    const { store, view } = memoryOf({
      entries: Object.fromEntries(group.map((id) => [id, { ...textOf(id), type: 'map' }])),
      links: clique(group).map(({ from, to }) => `${from} supports ${to}`),
    })
    expect(suggestDigests(store, view, est1, SUGGEST_DEFAULTS)).toEqual([])
    const all = suggestDigests(store, view, est1, { ...SUGGEST_DEFAULTS, includeMaps: true })
    expect(all.map(({ ids }) => ids)).toEqual([group])
  })

  test('digests can be suggested for one above them, never with single entries', () => {
    const notes = [...named('a', 4), ...named('d', 4)].map((id) =>
      noteOf(id, { isDigest: id.startsWith('d') }),
    )
    const found = suggestFromNotes(
      notes,
      [...clique(named('a', 4)), ...clique(named('d', 4)), inlineLink('a1', 'd1')],
      SUGGEST_DEFAULTS,
    )
    expect(found.map(({ ids }) => ids)).toEqual([named('a', 4), named('d', 4)])
  })
})

describe('caps', () => {
  test('a group whose texts are too long for one reading is parted by tokens [QP-39]', () => {
    const found = suggestFromLinks(clique(named('a', 8)), { maxTokens: 400, minCohesion: 0 })
    expect(found.map(({ ids }) => ids.length)).toEqual([4, 4])
  })

  test('an entry that is too long for any group is left out of all [QP-39]', () => {
    const notes = named('a', 5).map((id) => noteOf(id, { tokens: id === 'a2' ? 7000 : 100 }))
    const found = suggestFromNotes(notes, clique(named('a', 5)), SUGGEST_DEFAULTS)
    expect(found.map(({ ids }) => ids)).toEqual([['a1', 'a3', 'a4', 'a5']])
  })
})

test('a seed changes only the order of visits: what is planted is found with any [QP-16]', () => {
  const all = [0, 1, 2, 3].map((seed) =>
    suggestFromLinks(plantedLinks(7), { seed })
      .map(({ ids }) => ids)
      .sort(),
  )
  for (const each of all) expect(each).toEqual(all[0])
})

test('gains past what a double holds are compared exactly', () => {
  const large = 2 ** 30 + 1
  const gain = (inside: number, total: number) => ({ inside, total })
  const compare = (pull: number) => Math.sign(compareGains(large, pull, gain(large, large), gain(0, 0)))
  expect([compare(large - 1), compare(large), compare(large + 1)]).toEqual([1, 0, -1])
  // One apart, where the products round to one number.
  expect(large * large).toBe((large - 1) * (large + 1))
  expect(Math.sign(compareGains(large, large - 1, gain(large, large + 1), gain(0, 0)))).toBe(1)
})

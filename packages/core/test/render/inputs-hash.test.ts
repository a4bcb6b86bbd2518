import { expect, test } from 'vitest'
import { entryId } from '../../src/domain/ids.ts'
import { sha256 } from '../../src/domain/sha256.ts'
import { findIndexInputs } from '../../src/render/index/find-index-inputs.ts'
import { addSums, subtractSums } from '../../src/render/input-sum.ts'
import {
  entryDigest,
  hashOfSums,
  type InputEntry,
  inputsHash,
  type RenderInputs,
  renderingConfig,
} from '../../src/render/inputs-hash.ts'

const A = buildInput({ id: 'a', at: 1_000, contentHash: 'ca', flagsHash: 'fa' })
const B = buildInput({ id: 'b', at: 2_000, pinned: true, confidence: 'high', state: 'retracted' })
const EDGE = { kind: 'supersedes', top: entryId('b'), under: entryId('a') } as const

const INPUTS: RenderInputs = {
  entries: [B, A],
  lineage: [EDGE],
  reviews: [{ id: 'rv_0123456789ab', decision: { b: 1, action: 'reject' } }],
  config: { counter: 'est1', autoInjectTokenBudget: 2000 },
  narratives: [{ category: 'conventions', hash: 'nn' }],
}

function buildInput({ id, ...parts }: Partial<Omit<InputEntry, 'id'>> & { readonly id: string }): InputEntry {
  return {
    id: entryId(id),
    contentHash: 'c0',
    category: 'conventions',
    at: 0,
    confidence: 'medium',
    state: 'active',
    pinned: false,
    flagsHash: 'f0',
    ...parts,
  }
}

test('the hash is over the sum of the digests of everything that is rendered from', () => {
  const lines = [
    'c {"autoInjectTokenBudget":2000,"counter":"est1"}',
    'e a ca conventions 1000 medium active false fa',
    'e b c0 conventions 2000 high retracted true f0',
    'l supersedes b a',
    'n conventions nn',
    'r rv_0123456789ab {"action":"reject","b":1}',
    'v nv1 s1 ix1 cx1',
  ]
  const words = [0, 1].map((word) => {
    const sum = lines.reduce(
      (all, line) => all + BigInt(`0x${sha256(line).slice(word * 8, word * 8 + 8)}`),
      0n,
    )
    return sum % 2n ** 32n
  })
  expect(inputsHash(INPUTS)).toBe(sha256(`varve-inputs/3\n${words.join(' ')}`).slice(0, 16))
})

test('a changed entry changes the sum by its own lines alone', () => {
  const changed = { ...A, at: 5_000 }
  const sum = addSums(
    subtractSums(addSums(entryDigest(A), entryDigest(B)), entryDigest(A)),
    entryDigest(changed),
  )
  expect(hashOfSums(sum, INPUTS)).toBe(inputsHash({ ...INPUTS, entries: [changed, B] }))
})

test('the order of what comes in does not matter', () => {
  expect(inputsHash({ ...INPUTS, entries: [A, B] })).toBe(inputsHash(INPUTS))
})

const CHANGES: readonly (readonly [string, Partial<RenderInputs>])[] = [
  ['an entry is missing', { entries: [A] }],
  ['a text', { entries: [{ ...A, contentHash: 'cz' }, B] }],
  ['a category', { entries: [{ ...A, category: 'operations' }, B] }],
  ['a time', { entries: [{ ...A, at: 1_001 }, B] }],
  ['a confidence', { entries: [{ ...A, confidence: 'low' }, B] }],
  ['a state', { entries: [{ ...A, state: 'retracted' }, B] }],
  ['a pin', { entries: [{ ...A, pinned: true }, B] }],
  ['a flag', { entries: [{ ...A, flagsHash: 'fz' }, B] }],
  ['lineage', { lineage: [] }],
  ['a review', { reviews: [] }],
  ['a setting', { config: { counter: 'chars4', autoInjectTokenBudget: 2000 } }],
  ['a narrative', { narratives: [] }],
]

test.each(CHANGES)('another hash where this changes: %s', (_, change) => {
  expect(inputsHash({ ...INPUTS, ...change })).not.toBe(inputsHash(INPUTS))
})

test('only the settings that rendering depends on are picked', () => {
  const memory = {
    counter: 'est1',
    autoInjectTokenBudget: 5,
    categories: [],
    indexWeights: {},
    enabled: true,
  }
  expect(renderingConfig(memory)).toEqual({
    autoInjectTokenBudget: 5,
    categories: [],
    counter: 'est1',
    indexWeights: {},
  })
})

test('the hash of a file is read from its second line alone', () => {
  const first = '<!-- Auto-generated. Do not edit. Rebuild: varve compact -->\n'
  const second = '<!-- varve index v1 inputs=0123456789abcdef counter=est1 budget=110 -->\n'
  expect(findIndexInputs(first + second)).toBe('0123456789abcdef')
  expect(findIndexInputs(first)).toBeUndefined()
  expect(findIndexInputs(`${first}text\n${second}`)).toBeUndefined()
  expect(findIndexInputs('')).toBeUndefined()
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readCitations, readReasons, readRequirements, renderTable } from './coverage.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const requirements = readRequirements(root)
const citations = readCitations(root)
const reasons = readReasons(root)
const cited = new Set(citations.map(({ id }) => id))

test('every id that a test cites is a requirement', () => {
  const known = new Set(requirements.map(({ id }) => id))
  expect(citations.filter(({ id }) => !known.has(id))).toEqual([])
})

test('every reason is of a requirement that has no test yet', () => {
  const known = new Set(requirements.map(({ id }) => id))
  expect(
    Object.keys(reasons).filter((id) => !known.has(id) || cited.has(id)),
    'take these out of later.json',
  ).toEqual([])
  expect(Object.values(reasons).filter((reason) => reason.trim().length < 10)).toEqual([])
})

test('every requirement has a test or a reason', () => {
  const open = requirements.filter(({ id }) => !cited.has(id) && !Object.hasOwn(reasons, id))
  expect(open.map(({ id }) => id)).toEqual([])
})

test('reasons stand in the order of the requirements', () => {
  const order = requirements.map(({ id }) => id).filter((id) => Object.hasOwn(reasons, id))
  expect(Object.keys(reasons)).toEqual(order)
})

test('every requirement says who, where and what', () => {
  for (const row of requirements) {
    expect(row.id).toMatch(/^[A-Z]+-\d+$/)
    expect(row.behaviour.length).toBeGreaterThan(3)
  }
  expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length)
})

test('the printed table is up to date', () => {
  const page = readFileSync(join(root, 'docs/reference/requirements.md'), 'utf8')
  expect(page, 'run npm run requirements').toBe(renderTable(requirements, citations, reasons))
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readCitations, readRequirements, renderTable } from './coverage.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const requirements = readRequirements(root)
const citations = readCitations(root)

test('every id that a test cites is a requirement', () => {
  const known = new Set(requirements.map(({ id }) => id))
  expect(citations.filter(({ id }) => !known.has(id))).toEqual([])
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
  expect(page, 'run npm run requirements').toBe(renderTable(requirements, citations))
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SOURCES = fileURLToPath(new URL('../src', import.meta.url))

test('no statement numbers its parameters, which the oldest Node that we run on cannot bind', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  expect(files.length).toBeGreaterThan(30)
  expect(files.filter((name) => /\?\d/.test(readFileSync(join(SOURCES, name), 'utf8')))).toEqual([])
})

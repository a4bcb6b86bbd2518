import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { measureDoor } from './measure-door.ts'

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url))

test('all that @varve/core leads to is at most 60 kB, minified and zipped, and none of it is of another package', async () => {
  const { zippedBytes, outside } = await measureDoor(`${SOURCE}index.ts`)
  expect(zippedBytes).toBeGreaterThan(1_000)
  expect(zippedBytes).toBeLessThanOrEqual(60_000)
  expect(outside).toEqual([])
})

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { Sandbox } from './sandbox.ts'
import { throwAway } from './throw-away.ts'

const WORDS = ['billing', 'search', 'checkout', 'mail', 'upload', 'login', 'report', 'export'] as const

/** A statement that no other one resembles much. */
function statement(at: number): string {
  const word = (step: number) => WORDS[Math.floor(at / 8 ** step) % WORDS.length]
  return `The ${word(0)} worker of ${word(1)}-${at} hands ${word(2)} jobs to queue q${at * 7} on port ${9000 + at}.`
}

function remember(count: number): Sandbox {
  const place = throwAway()
  const rows = Array.from({ length: count }, (_, at) => JSON.stringify({ content: statement(at) }))
  place.write('facts.jsonl', `${rows.join('\n')}\n`)
  place.askJson(['import', 'jsonl', 'facts.jsonl'])
  place.askJson(['compact'])
  return place
}

/** Bytes of all files that hold the memory: compiled code is none of it. */
function bytesOf({ home, project }: Sandbox): number {
  return [home, join(project, '.varve')]
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((file) => file.isFile() && !file.parentPath.includes('compiled'))
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}

test('a memory grows as its texts do, and its index is no more than ten times their size [RS-40]', () => {
  const [small, middle, large] = [300, 600, 1200]
    .map(remember)
    .map((place) => ({ place, bytes: bytesOf(place) }))
  if (!small || !middle || !large) throw new Error('three are made')
  const each = (middle.bytes - small.bytes) / 300
  expect((large.bytes - middle.bytes) / 600).toBeLessThan(each * 1.25)
  const database = new DatabaseSync(large.place.database(), { readOnly: true })
  const index = database
    .prepare(
      `SELECT sum(pgsize) AS bytes FROM dbstat
       WHERE name LIKE 'search%' OR name IN (SELECT name FROM sqlite_schema WHERE type = 'index')`,
    )
    .get()
  database.close()
  const text = Array.from({ length: 1200 }, (_, at) => statement(at).length).reduce((sum, size) => sum + size)
  expect(Number(index?.bytes)).toBeGreaterThan(0)
  expect(Number(index?.bytes)).toBeLessThan(10 * text)
})

test('what is asked or imported again leaves no file larger [RS-40]', () => {
  const place = remember(200)
  const id = place.askJson<{ items: { id: string }[] }>(['list', '--limit', '1']).items[0]?.id ?? ''
  const round = () => {
    for (const args of [['list'], ['show', id], ['search', 'billing'], ['status'], ['doctor'], ['compact']]) {
      place.askJson(args)
    }
    place.askJson(['import', 'jsonl', 'facts.jsonl'])
    return bytesOf(place)
  }
  const first = round()
  expect([round(), round(), round()]).toEqual([first, first, first])
})

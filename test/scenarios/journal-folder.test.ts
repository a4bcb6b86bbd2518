import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contents, everything } from './memory-of.ts'
import { readTree } from './read-tree.ts'
import type { Sandbox } from './sandbox.ts'
import { add } from './statements.ts'
import { throwAway } from './throw-away.ts'

const JOURNAL = '.varve/journal'

/** Two people's clones of one repository. */
function clones(): readonly [Sandbox, Sandbox] {
  const [one, other] = [throwAway(), throwAway()]
  one.json(['init'])
  cpSync(join(one.project, '.varve'), join(other.project, '.varve'), { recursive: true })
  return [one, other]
}

/** As git would: files of both sides, none of them changed. */
function exchange(one: Sandbox, other: Sandbox): void {
  for (const place of [one, other]) place.json(['knowledge', 'sync'])
  const a = join(one.project, JOURNAL)
  const b = join(other.project, JOURNAL)
  cpSync(a, b, { recursive: true, force: false })
  cpSync(b, a, { recursive: true, force: false })
}

test('a journal in git has one file a record, which no later work changes, so that no merge conflicts [RS-86]', () => {
  const [one, other] = clones()
  const first = add(one, 'Use pnpm')
  add(other, 'Money is in cents')
  exchange(one, other)
  const before = readTree(join(one.project, JOURNAL))
  expect(before.size).toBe(2)
  one.json(['knowledge', 'sync'])
  one.json(['edit', first.id, '--text', 'Use pnpm 10'])
  one.json(['undo'])
  other.json(['knowledge', 'sync'])
  other.json(['edit', first.id, '--retract'])
  exchange(one, other)
  const after = readTree(join(one.project, JOURNAL))
  expect(after.size).toBe(5)
  for (const [name, bytes] of before) expect(after.get(name)).toEqual(bytes)
  for (const place of [one, other]) place.json(['knowledge', 'sync'])
  expect(everything(one)).toEqual(everything(other))
})

test('a file with conflict markers is named and left; the others are taken in [RS-86] [RS-27]', () => {
  const [one, other] = clones()
  for (const text of ['Use pnpm', 'Money is in cents', 'Deploy on Fridays']) add(one, text)
  exchange(one, other)
  const folder = join(other.project, JOURNAL)
  const [, broken = ''] = readdirSync(folder).sort()
  const whole = readFileSync(join(folder, broken), 'utf8')
  const marked = `<<<<<<< ours\n${whole}=======\n${whole}>>>>>>> theirs\n`
  writeFileSync(join(folder, broken), marked)
  const { status, stdout } = other.run(['knowledge', 'sync', '--json'])
  expect(status).toBe(3)
  expect(JSON.parse(stdout)).toMatchObject({ pulled: 2, quarantined: 1 })
  expect(stdout).toContain(broken)
  expect(contents(everything(other))).toEqual(['Deploy on Fridays', 'Use pnpm'])
  expect(readFileSync(join(folder, broken), 'utf8')).toBe(marked)
})

test('a record whose text somebody changed is not taken in: its hash is computed here [RS-84]', () => {
  const [one, other] = clones()
  add(one, 'The API listens on port 8080')
  add(one, 'Use pnpm')
  exchange(one, other)
  const folder = join(other.project, JOURNAL)
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), 'utf8')
    writeFileSync(join(folder, name), text.replace('port 8080', 'port 6666'))
  }
  expect(other.run(['knowledge', 'sync', '--json']).status).toBe(3)
  expect(contents(everything(other))).toEqual(['Use pnpm'])
})

import { statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { errorOf, everything, examine, expectSound, logged, shown } from './memory-of.ts'
import { readTree, stampTree } from './read-tree.ts'
import type { Sandbox } from './sandbox.ts'
import { throwAway } from './throw-away.ts'

describe('damage', () => {
  /** Five facts, each in a record of its own, and its database closed. */
  function fiveFacts(): { readonly place: Sandbox; readonly database: string } {
    const place = throwAway()
    for (const index of [1, 2, 3, 4, 5]) place.askJson(['add', `Fact number ${index}`])
    return { place, database: place.database() }
  }

  function alter(database: string, sql: string): void {
    const connection = new DatabaseSync(database)
    connection.exec(sql)
    connection.close()
  }

  test('of a journal row is named, the row left out, and the rest works [RS-27] [RS-13]', () => {
    const { place, database } = fiveFacts()
    const record = logged(place)[2]?.plan_id ?? ''
    alter(database, `UPDATE operations SET body = replace(body, 'number 3', 'number X')`)
    expect(
      shown(place)
        .map(({ content }) => content.slice(-1))
        .sort(),
    ).toEqual(['1', '2', '4', '5'])
    const found = examine(place)
    expect(found.status).toBe(3)
    expect(found.issues).toContainEqual(
      expect.objectContaining({ code: 'journal_corrupt', severity: 'error', subjects: [record] }),
    )
    for (const { fix } of found.issues) expect(fix.length).toBeGreaterThan(0)
    expect(logged(place).map(({ plan_id: id }) => id)).toContain(record)
    expect(place.run(['log', '--plan', record])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('damaged'),
    })
    place.askJson(['add', 'Fact number 6'])
    expect(shown(place)).toHaveLength(5)
    examine(place, '--fix')
    // The row itself can't be mended, and stays named; what is folded from the others agrees with them.
    expect(examine(place).issues.map(({ code }) => code)).toEqual(['journal_corrupt'])
    expect(place.askJson(['status'])).toMatchObject({ entries: 5, visible: 5 })
  })

  test('of a state row is found and folded again from the journal [RS-29]', () => {
    const { place, database } = fiveFacts()
    const before = everything(place)
    alter(
      database,
      `UPDATE entries SET pinned = 1 WHERE n = 1;
       UPDATE entries SET body = '{' WHERE n = 2;
       UPDATE entries SET view = '{"hidden":{"reason":"retracted","by":null}}', hidden = 1 WHERE n = 3;
       DELETE FROM entries WHERE n = 4`,
    )
    const found = examine(place)
    expect(found.status).toBe(3)
    expect(found.issues.length).toBeGreaterThanOrEqual(4)
    for (const issue of found.issues) expect(issue).toMatchObject({ fix: ['varve doctor --fix'] })
    expect(examine(place, '--fix')).toMatchObject({ status: 0, issues: [] })
    expect(everything(place)).toEqual(before)
    expectSound(place)
  })

  const DAMAGES: Readonly<Record<string, (database: string) => void>> = {
    'rubbish instead of pages': (database) => overwrite(database, 4096 * 3, 4096 * 8),
    'zeros instead of its beginning': (database) => overwrite(database, 0, 4096, 0),
    'the end cut off': (database) => truncateSync(database, Math.floor(statSync(database).size / 2)),
    'a text in its place': (database) => writeFileSync(database, 'this was a database\n'),
  }

  function overwrite(file: string, from: number, to: number, byte = 0xa5): void {
    const bytes = readTree(join(file, '..')).get('varve.db') ?? Buffer.alloc(0)
    expect(bytes.length).toBeGreaterThan(to)
    writeFileSync(file, Buffer.from(bytes).fill(byte, from, to))
  }

  for (const [what, damage] of Object.entries(DAMAGES)) {
    test(`of the file (${what}) is refused with the command; that keeps the file and says in numbers what it saved [RS-28]`, () => {
      const { place, database } = fiveFacts()
      const before = everything(place)
      damage(database)
      const damaged = readTree(join(database, '..')).get('varve.db')
      const refused = place.run(['add', 'Not taken', '--json'])
      expect(refused).toMatchObject({ status: 3, stdout: '' })
      expect(errorOf(refused.stderr)).toMatchObject({
        code: 3,
        type: 'store_invalid',
        fix: ['varve doctor --fix'],
      })
      const found = examine(place)
      expect(found.status).toBe(3)
      expect(found.issues.filter(({ code }) => code === 'store_invalid')).toHaveLength(1)
      expect(readTree(join(database, '..')).get('varve.db')).toEqual(damaged)

      const mended = examine(place, '--fix')
      expect(mended).toMatchObject({ status: 0, issues: [] })
      const kept = [...readTree(join(database, '..'))].find(([path]) =>
        /^varve\.db\.corrupt-[0-9TZ-]+$/.test(path),
      )
      expect(kept?.[1]).toEqual(damaged)
      const [, recovered, lost] = /(\d+) records? recovered, (\d+|an unknown number) lost/.exec(
        mended.mended.join('\n'),
      ) ?? ['', '-1', '']
      const entries = everything(place)
      expect(entries).toHaveLength(Number(recovered))
      expect(before).toEqual(expect.arrayContaining([...entries]))
      if (lost !== 'an unknown number') expect(Number(recovered) + Number(lost)).toBe(before.length)
      expect(place.run(['add', 'Taken again'])).toMatchObject({ status: 0, stderr: '' })
      expectSound(place)
    })
  }

  test('of the beginning of the file alone loses no record [RS-28]', () => {
    const { place, database } = fiveFacts()
    overwrite(database, 0, 100, 0)
    expect(examine(place, '--fix').mended.join('\n')).toContain('5 records recovered, 0 lost')
    expect(shown(place)).toHaveLength(5)
  })
})

test('a memory written by a newer version is refused with the command, and not touched [RS-32] [BR-14]', () => {
  const place = throwAway()
  const { id } = place.askJson<{ id: string }>(['add', 'From the future'])
  const connection = new DatabaseSync(place.database())
  connection.exec('PRAGMA journal_mode = DELETE; PRAGMA user_version = 99')
  connection.close()
  const before = stampTree(join(place.home, 'projects'))
  for (const args of [
    ['list'],
    ['show', id],
    ['add', 'Not taken'],
    ['edit', id, '--pin'],
    ['undo'],
    ['compact'],
    ['log'],
    ['init'],
    ['doctor', '--fix'],
    ['export', 'jsonl', '-'],
  ]) {
    const refused = place.ask([...args, '--json'])
    expect({ args, ...refused }).toMatchObject({ args, status: 3, stdout: '' })
    expect(errorOf(refused.stderr)).toMatchObject({
      code: 3,
      type: 'store_newer',
      fix: ['npm install -g varve@latest'],
    })
  }
  expect(place.run(['list'])).toMatchObject({ status: 3, stdout: '' })
  const found = examine(place)
  expect(found.status).toBe(3)
  expect(found.issues.map(({ code }) => code)).toEqual(['store_newer'])
  expect(stampTree(join(place.home, 'projects'))).toEqual(before)
})

import { entryId, everyWord } from '@varve/core'
import { expect, test } from 'vitest'
import { openSqliteStore } from '../src/index.ts'
import { runChild } from './child/run-child.ts'
import { putText, temporaryStorePath } from './temporary-store.ts'

test('a full disk ends as disk_full with the path; what was there stays and can be written later [RS-30]', async () => {
  const path = temporaryStorePath()
  const made = openSqliteStore(path, { project: 'sample' })
  putText(made, 'before', 'old text')
  made.close()
  // 512-byte blocks: no file of the child may pass a megabyte.
  const { exitCode, stdout } = await runChild(['fill', path, 'f'], 'ulimit -f 2048')
  expect([exitCode, JSON.parse(stdout)]).toMatchObject([1, { code: 'disk_full' }])
  expect(stdout).toContain(path)
  const store = openSqliteStore(path, { project: 'sample' })
  expect(store.fileProblems()).toEqual([])
  expect(store.entry(entryId('before'))?.content).toBe('old text')
  expect(store.size().entries).toBeGreaterThan(5)
  putText(store, 'after', 'new text')
  expect(store.match(everyWord('new text'), 5)).toEqual(['after'])
  store.close()
})

import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Sandbox } from './sandbox.ts'
import { throwAway } from './throw-away.ts'

interface Checked {
  readonly checked: number
  readonly results: readonly {
    readonly id: string
    readonly status: string
    readonly reason: string
    readonly flagged: boolean
  }[]
  readonly plan_id: string | null
}

let sandbox: Sandbox
beforeEach(() => {
  sandbox = throwAway()
  sandbox.git('init', '-q', '-b', 'main')
  sandbox.write('Makefile', 'fmt:\n\tgofmt -w .\ntest:\n\tgo test ./...\n')
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', 'start')
})

const check = (...args: readonly string[]) => sandbox.askJson<Checked>(['check-stale', ...args])

test('an entry whose target is gone is flagged by name, shown with its age, listed and found [BR-25] [LS-60]', () => {
  const { id } = sandbox.askJson<{ id: string }>([
    'add',
    'Run `make fmt` before a push.',
    '--ref',
    'Makefile',
  ])
  expect(check().results).toMatchObject([{ id, status: 'fresh', flagged: false }])
  sandbox.write('Makefile', 'test:\n\tgo test ./...\n')
  const dry = check('--dry-run')
  expect(dry).toMatchObject({ plan_id: null, results: [{ status: 'broken', reason: 'script gone: fmt' }] })
  const human = sandbox.run(['check-stale']).stdout
  expect(human).toContain(`${id.slice(0, 8)} broken  script gone: fmt (Makefile)`)
  expect(human).toContain('Checked 1: 0 fresh, 1 broken, 0 changed, 0 unknown')
  expect(check()).toMatchObject({ plan_id: null, results: [{ flagged: true }] })
  expect(sandbox.ask(['check-stale', '--strict']).status).toBe(1)

  expect(sandbox.ask(['list', '--flag', 'stale']).stdout).toMatch(/Run `make fmt`.*\[stale\?\]/)
  expect(sandbox.ask(['search', 'make fmt']).stdout).toContain('Run `make fmt`')
  const context = sandbox.ask(['context', '--prime']).stdout
  expect(context).toContain('Run `make fmt`')
  expect(context).toContain('[stale?]')
  expect(context).toMatch(/\d{4}-\d{2}-\d{2}/)
  expect(sandbox.askJson(['show', id])).toMatchObject({
    state: 'active',
    content: 'Run `make fmt` before a push.',
  })
})

test('what comes back clears its flag, and undo takes a flag away', () => {
  sandbox.ask(['add', 'The entry is `src/main.go`.'])
  sandbox.write('src/main.go', 'package main\n')
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', 'add')
  rmSync(join(sandbox.project, 'src/main.go'))
  sandbox.git('commit', '-qam', 'remove')
  expect(check().results).toMatchObject([{ status: 'broken', reason: 'path gone: src/main.go' }])
  sandbox.ask(['undo'])
  expect(sandbox.ask(['list', '--flag', 'stale']).stdout).toContain('Nothing')
  check()
  sandbox.write('src/main.go', 'package main\n')
  expect(check().results).toMatchObject([{ status: 'unknown', flagged: false }])
})

test('an entry that names a folder is looked at again when files in it change', () => {
  sandbox.ask(['add', 'Invoices are made in `src/billing/`.'])
  sandbox.ask(['add', 'Run `make fmt` before a push.'])
  sandbox.write('src/billing/paper/print.go', 'package paper\n')
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', 'add')
  rmSync(join(sandbox.project, 'src/billing'), { recursive: true })
  sandbox.git('commit', '-qam', 'remove')
  expect(check('--since', 'HEAD~1').results).toMatchObject([
    { status: 'broken', reason: 'path gone: src/billing' },
  ])
})

test('review settles a stale entry: refused it is not raised again, accepted it is retracted', () => {
  const { id } = sandbox.askJson<{ id: string }>(['add', 'Run `make lint`.'])
  const item = () =>
    sandbox.askJson<{ items: readonly { id: string }[] }>(['review', '--kind', 'stale']).items
  check()
  const [open] = item()
  sandbox.ask(['review', 'reject', open?.id ?? ''])
  expect(item()).toEqual([])
  expect(check().results).toMatchObject([{ id, status: 'broken', flagged: false }])

  const { id: other } = sandbox.askJson<{ id: string }>(['add', 'Run `make deploy`.'])
  check()
  sandbox.ask(['review', 'accept', item()[0]?.id ?? ''])
  expect(sandbox.askJson(['show', other, '--raw'])).toMatchObject({ state: 'retracted' })

  const { id: third } = sandbox.askJson<{ id: string }>(['add', 'Run `make bench`.'])
  const { id: holds } = sandbox.askJson<{ id: string }>(['add', 'Benchmarks run in CI.'])
  check()
  sandbox.ask(['review', 'supersede', item()[0]?.id ?? '', '--winner', holds])
  expect(sandbox.ask(['list', '--hidden']).stdout).toContain(third.slice(0, 8))
})

test('nothing is written by a dry run, and no file of the project is touched', () => {
  sandbox.ask(['add', 'Run `make lint`.'])
  const before = readFileSync(join(sandbox.project, 'Makefile'))
  const records = () => sandbox.askJson<{ records: number }>(['status']).records
  const count = records()
  check('--dry-run')
  expect(records()).toBe(count)
  expect(readFileSync(join(sandbox.project, 'Makefile'))).toEqual(before)
})

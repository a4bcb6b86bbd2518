import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { VarveError } from '@varve/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { add } from '../../src/operations/add.ts'
import { compact } from '../../src/operations/compact.ts'
import { compactApply } from '../../src/operations/compact-apply.ts'
import { compactReport } from '../../src/operations/compact-report.ts'
import { edit } from '../../src/operations/edit.ts'
import { openSample, SOURCES } from './sample-digests.ts'
import type { TestContext } from './test-context.ts'

const D = 'qp-d16e'
const PLAN = './plan.json'
let opened: TestContext
beforeEach(() => {
  opened = openSample()
})
afterEach(() => opened.close())

const store = () => opened.context.reading()
const keep = () => opened.run(compactApply, { digest: D, note: [...SOURCES], planOut: PLAN })
const applyKept = (flags: object = {}) => opened.run(compactApply, { digest: PLAN, ...flags })

async function refusal(
  work: Promise<unknown>,
): Promise<readonly [exit: number, code: string, message: string]> {
  const { exitCode, code, message } = await refused(work)
  return [exitCode, code, message]
}

async function refused(work: Promise<unknown>): Promise<VarveError> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!VarveError.isInstance(thrown)) throw thrown ?? new Error('nothing was refused')
  return thrown
}

describe('a plan that was kept in a file', () => {
  test('is written and nothing else, and does what the command itself would have done', async () => {
    const before = store().head()
    const { json, human } = await keep()
    expect(json).toMatchObject({ dry_run: true, plan_id: null, plan: { file: PLAN, operations: 3 } })
    expect(human).toContain('Plan: 3 changes, nothing written (varve compact apply ./plan.json)\n')
    expect(store().head()).toBe(before)

    const applied = await applyKept()
    expect(applied.human).toBe(`Applied the plan: 3 changes
  + digests: qp-d16e Install tooling digest over qp-1a2b Use pnpm for installs
  + digests: qp-d16e Install tooling digest over qp-2c3d Lockfile policy
  + digests: qp-d16e Install tooling digest over qp-3e4f CI cache
`)
    const edges = store().lineage({ top: store().entry(D as never)?.id ?? ('' as never) })
    expect(edges.map(({ under, source_hash }) => [under, source_hash?.length])).toEqual(
      SOURCES.map((id) => [id, 64]),
    )
  })

  test('of safe duplicates holds the changes of the run, and applies exactly those [LS-21]', async () => {
    await opened.run(add, { text: 'Use pnpm 9 for installs, and nothing else.' })
    await opened.run(add, { text: 'Use pnpm 9 for installs and nothing else' })
    const before = store().head()
    await opened.run(compact, { planOut: PLAN })
    expect(store().head()).toBe(before)
    const { operations } = JSON.parse(readFileSync(join(opened.project, PLAN), 'utf8'))
    expect(operations).toMatchObject([
      { op: 'lineage.add', kind: 'duplicates', guard: { verdict: 'duplicate-safe' } },
      { op: 'entry.revise', inherited: true },
    ])
    const { json } = await applyKept()
    const { plan_id } = json as { readonly plan_id: string }
    expect(store().record(plan_id as never)?.operations).toEqual(operations)
  })

  test('is refused where one of its entries has changed since, and says which', async () => {
    await keep()
    await opened.run(edit, { id: 'qp-1a2b', text: 'Use `pnpm` 10.' })
    const before = store().head()
    expect(await refusal(applyKept())).toEqual([
      3,
      'stale_plan',
      'changed since the plan was made: entry qp-1a2b',
    ])
    expect((await refusal(applyKept({ dryRun: true }))).slice(0, 2)).toEqual([3, 'stale_plan'])
    expect(store().head()).toBe(before)
  })

  test('is made anew by the command that its refusal names, arguments and all [QP-23]', async () => {
    await keep()
    await opened.run(edit, { id: 'qp-1a2b', text: 'Use `pnpm` 10.' })
    const again = 'varve compact apply qp-d16e --note qp-1a2b --note qp-2c3d --note qp-3e4f'
    expect((await refused(applyKept())).fix).toEqual([again])
  })

  test('is refused where a source has come under another digest since', async () => {
    await keep()
    await opened.run(compactApply, { digest: 'qp-9f0e', note: ['qp-1a2b'] })
    const [exit, code, message] = await refusal(applyKept())
    expect([exit, code]).toEqual([3, 'stale_plan'])
    expect(message).toContain('multiple_tops: qp-1a2b')
  })

  test('is refused a second time', async () => {
    await keep()
    await applyKept()
    expect((await refusal(applyKept())).slice(0, 2)).toEqual([3, 'stale_plan'])
  })

  test('is refused where the file is not as it was written, or is none', async () => {
    await keep()
    const file = join(opened.project, PLAN)
    const written = readFileSync(file, 'utf8')
    const tampered = (change: (plan: Record<string, unknown>) => object) =>
      writeFileSync(file, JSON.stringify(change(JSON.parse(written))))
    tampered((plan) => ({ ...plan, reason: 'because' }))
    expect(await refusal(applyKept())).toEqual([3, 'stale_plan', 'the plan is not as it was written'])
    tampered((plan) => ({ ...plan, project: 'another' }))
    expect((await refusal(applyKept())).slice(0, 2)).toEqual([3, 'stale_plan'])
    tampered((plan) => ({ ...plan, operations: [{ op: 'purge', entity: `entry ${D}` }] }))
    expect((await refusal(applyKept())).slice(0, 2)).toEqual([2, 'invalid_value'])
    for (const text of ['', 'null', '[]', '{"varve_plan":1}', '{"varve_plan":1,"base":[null]}']) {
      writeFileSync(file, text)
      expect((await refusal(applyKept())).slice(0, 2)).toEqual([2, 'invalid_value'])
    }
    expect((await refusal(opened.run(compactApply, { digest: './gone.json' }))).slice(0, 2)).toEqual([
      3,
      'not_found',
    ])
    expect((await refusal(applyKept({ note: ['qp-1a2b'] }))).slice(0, 2)).toEqual([2, 'usage'])
    expect((await refusal(applyKept({ kind: 'merges' }))).slice(0, 2)).toEqual([2, 'usage'])
  })
})

describe('what the guard finds in a digest', () => {
  const text = '## Summary\n\nUse `pnpm` 10; commit `pnpm-lock.yaml`.\n'

  test('warns when it is applied, and again in its report [MG-40]', async () => {
    await opened.run(edit, { id: D, text })
    const applied = await opened.run(compactApply, { digest: D, note: [...SOURCES] })
    const report = await opened.run(compactReport, { digest: D })
    for (const { issues, json, records, exit } of [applied, report]) {
      expect(exit ?? 0).toBe(0)
      const found = issues?.find(({ code }) => code === 'guard_findings')
      expect(found).toMatchObject({ severity: 'warning', subjects: [D] })
      expect(found?.message).toContain('negation-lost')
      expect(json).toMatchObject({ guard: { verdict: 'reject' } })
      expect(records).toContain('D finding negation-lost')
    }
  })

  test('refuses it where that is asked for, and nothing is written [MG-40]', async () => {
    const before = store().head()
    const [exit, code, message] = await refusal(
      opened.run(compactApply, { digest: D, note: [...SOURCES], strict: true }),
    )
    expect([exit, code]).toEqual([3, 'lineage'])
    expect(message).toContain('lost num "96 s" (from qp-3e4f)')
    await keep()
    expect((await refusal(applyKept({ strict: true }))).slice(0, 2)).toEqual([3, 'lineage'])
    expect(store().head()).toBe(before)
  })

  test('is told in few words, and names no source that a claim names as invented', async () => {
    await opened.run(edit, {
      id: D,
      text: 'Use `yarn` 7 and `bun` 8 with `deno` 6, `vlt` 5, `cnpm` 3 (qp-1a2b, qp-2c3).',
    })
    const { issues, json } = await opened.run(compactApply, { digest: D, note: [...SOURCES] })
    const message = issues?.find(({ code }) => code === 'guard_findings')?.message ?? ''
    expect(message).toMatch(/reject: \d+ findings — invented \d+, .*\(--json lists them\)$/)
    expect(message.length).toBeLessThan(300)
    expect(JSON.stringify(json)).not.toMatch(/invented[^}]*qp-/)
  })

  test('is what it says of the texts at the bottom, whatever lies between', async () => {
    await opened.run(compactApply, { digest: D, note: [...SOURCES] })
    await opened.run(edit, { id: 'qp-9f0e', text: 'Use `pnpm` 9; a warm install takes 14 s.' })
    const { json } = await opened.run(compactApply, { digest: 'qp-9f0e', note: [D] })
    const { guard } = json as { readonly guard: { readonly findings: readonly object[] } }
    expect(guard.findings).toContainEqual(
      expect.objectContaining({ check: 'lost', anchor: '96 s', source: 'qp-3e4f' }),
    )
  })
})

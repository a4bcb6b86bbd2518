import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { add } from '../../src/operations/add.ts'
import { audit } from '../../src/operations/audit.ts'
import { openTestContext, type TestContext } from './test-context.ts'

let opened: TestContext
beforeEach(() => {
  opened = openTestContext()
})
afterEach(() => opened.close())

interface Report {
  readonly entries: number
  readonly counts: Readonly<Record<string, number>>
  readonly tokens: { readonly all: number; readonly visible: number; readonly saved: number }
  readonly findings: readonly {
    readonly kind: string
    readonly places: readonly { readonly at?: string; readonly text: string }[]
  }[]
}

async function report(input: object = {}): Promise<Report> {
  return (await opened.run(audit, input)).json as Report
}

const SECRET = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz'

const RULES = `# Rules

- Use pnpm, never npm.
- The API listens on port 3000 by default
- Don't use npm
- Do not use npm
- use pnpm, never npm
- Run migrations in CI
- Do not run migrations in CI
- The bot signs in with ${SECRET}
- The API listens on port 3001 by default
`

test('a file that nobody imported yet is reported on by its lines, and nothing of the project is touched', async () => {
  writeFileSync(join(opened.project, 'CLAUDE.md'), RULES)
  const before = readdirSync(opened.project, { recursive: true }).sort()
  const { counts, findings, entries, tokens } = await report({ paths: ['CLAUDE.md'] })
  expect(entries).toBe(9)
  expect(counts).toMatchObject({
    secret: 1,
    exact_duplicate: 1,
    newer_value: 1,
    no_evidence: 0,
  })
  expect(counts.contradiction).toBeGreaterThanOrEqual(1)
  expect(counts.near_duplicate).toBeGreaterThanOrEqual(1)
  expect(tokens.saved).toBeGreaterThan(0)
  const places = (kind: string) =>
    findings
      .filter((finding) => finding.kind === kind)
      .flatMap((finding) => finding.places.map(({ at }) => at))
  expect(places('exact_duplicate')).toEqual(['CLAUDE.md:3', 'CLAUDE.md:7'])
  expect(places('near_duplicate').slice(0, 2)).toEqual(['CLAUDE.md:5', 'CLAUDE.md:6'])
  expect(new Set(places('newer_value'))).toEqual(new Set(['CLAUDE.md:4', 'CLAUDE.md:11']))
  expect(places('secret')).toEqual(['CLAUDE.md:10'])
  expect(readdirSync(opened.project, { recursive: true }).sort()).toEqual(before)
})

test('no report holds the value of a secret', async () => {
  writeFileSync(join(opened.project, 'CLAUDE.md'), RULES)
  const { json, human, records } = await opened.run(audit, { paths: ['CLAUDE.md'] })
  expect(`${JSON.stringify(json)}${human}${records}`).not.toContain(SECRET)
})

test('a kind that is named fails the run, others do not', async () => {
  writeFileSync(join(opened.project, 'CLAUDE.md'), RULES)
  expect((await opened.run(audit, { paths: ['CLAUDE.md'], failOn: 'secret,contradiction' })).exit).toBe(1)
  writeFileSync(join(opened.project, 'CLAUDE.md'), '- Use pnpm\n')
  expect((await opened.run(audit, { paths: ['CLAUDE.md'], failOn: 'secret,contradiction' })).exit).toBe(0)
  await expect(opened.run(audit, { failOn: 'typos' })).rejects.toMatchObject({ code: 'invalid_value' })
})

test('the memory itself is reported on where no path is named', async () => {
  await opened.run(add, { text: 'The API listens on port 3000 by default' })
  await opened.run(add, { text: 'The API listens on port 3001 by default' })
  expect((await report()).counts).toMatchObject({ newer_value: 1, exact_duplicate: 0 })
})

test('the same files give the same report', async () => {
  writeFileSync(join(opened.project, 'CLAUDE.md'), RULES)
  const strip = (text: string) => text.replace(/"id":"[^"]*"/g, '')
  const [one, two] = [await report({ paths: ['CLAUDE.md'] }), await report({ paths: ['CLAUDE.md'] })]
  expect(strip(JSON.stringify(two))).toBe(strip(JSON.stringify(one)))
})

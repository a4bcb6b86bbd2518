import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WINDOW_ISSUES } from '../../packages/core/src/fidelity/engine/window-issues.ts'
import { listReadVariables, VARIABLES } from '../../scripts/reference/environment-page.ts'
import { ISSUE_DOCS } from '../../scripts/reference/issue-docs.ts'
import { collectIssueCodes } from '../../scripts/reference/issues-page.ts'
import { renderPages } from '../../scripts/reference/pages.ts'
import { listRooms } from '../../scripts/reference/structure.ts'
import { ROOT } from '../scenarios/sandbox.ts'

const pages = await renderPages(ROOT)

test.each(pages)('$path is up to date', ({ path, text }) => {
  const file = join(ROOT, path)
  expect(existsSync(file) ? readFileSync(file, 'utf8') : '', 'run npm run docs').toBe(text)
})

test('every page of the reference is generated', () => {
  const generated = [...pages.map(({ path }) => path), 'docs/reference/requirements.md']
  const found = readdirSync(join(ROOT, 'docs/reference')).map((name) => `docs/reference/${name}`)
  expect(found.filter((path) => !generated.includes(path))).toEqual([])
})

test('the table of folders in DESIGN.md has every folder of sources', () => {
  const design = readFileSync(join(ROOT, 'DESIGN.md'), 'utf8')
  const table = [...design.matchAll(/^\| ([^|]*) \|/gm)].map(([, cell]) => cell).join(' ')
  const folders = listRooms(ROOT).map(({ name }) => name.split('/'))
  // The folders of a package are rows; a store's own are its affair.
  const named = folders.filter(([room = '', folder]) => folder !== undefined && !room.startsWith('store-'))
  const missing = named.filter(([, folder = '']) => !new RegExp(`[\`/]${folder}[\`/]`).test(table))
  expect(missing.map((parts) => parts.join('/'))).toEqual([])
})

test('generating twice gives the same bytes', async () => {
  expect(await renderPages(ROOT)).toEqual(pages)
})

/** Codes that a source takes from elsewhere: what they can be. */
const INDIRECT: Readonly<Record<string, readonly string[]>> = {
  'packages/core/src/compact/supersession/rival-heads.ts': ['lineage_fork', 'reasserted'],
  'packages/core/src/fidelity/engine/window-issues.ts': Object.keys(WINDOW_ISSUES),
  // A code of the guard, which is none of an issue.
  'packages/core/src/fidelity/written/check-written.ts': [],
  'packages/varve/src/operations/propose/stage2-issues.ts': ['llm_partial', 'llm_degraded'],
  // The code of an error that a check ended with.
  'packages/varve/src/operations/doctor/run-check.ts': [],
}

test('every issue is described, and every description is of an issue', () => {
  const { literal, indirect } = collectIssueCodes(ROOT)
  expect(indirect.filter(({ file }) => INDIRECT[file] === undefined)).toEqual([])
  const codes = [...literal.map(({ code }) => code), ...Object.values(INDIRECT).flat()]
  const described = Object.keys(ISSUE_DOCS)
  expect(literal.filter(({ code }) => !described.includes(code))).toEqual([])
  expect(described.filter((code) => !codes.includes(code))).toEqual([])
})

test('an issue is described with a severity that it has', () => {
  const stated = Map.groupBy(collectIssueCodes(ROOT).literal, ({ code }) => code)
  const wrong = Object.entries(ISSUE_DOCS).filter(([code, { severity }]) => {
    const severities = (stated.get(code) ?? []).flatMap((one) => one.severity ?? [])
    return severities.length > 0 && !severities.includes(severity)
  })
  expect(wrong.map(([code]) => code)).toEqual([])
})

test('every variable that is read is described', () => {
  expect(Object.keys(VARIABLES).sort()).toEqual(listReadVariables(ROOT))
})

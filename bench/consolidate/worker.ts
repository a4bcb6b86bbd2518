// Takes in a folder of memories, moves the clock on by a year and consolidates. Usage: worker.ts <folder>
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anchorKey, anchorsOf } from '../../packages/core/src/guard/index.ts'
import { type Entry, est1, openView, type Store } from '../../packages/core/src/index.ts'
import { compose } from '../../packages/varve/src/compose.ts'
import { consolidate } from '../../packages/varve/src/operations/consolidate.ts'
import { importFiles } from '../../packages/varve/src/operations/import.ts'
import { parseInput } from '../../packages/varve/src/operations/parse-input.ts'
import { withBuried } from '../../packages/varve/src/operations/with-buried.ts'
import type { Measured } from './run.ts'

const YEAR_MS = 365 * 24 * 60 * 60 * 1000

const [from = ''] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'varve-bench-'))
const project = join(folder, 'project')
mkdirSync(project)
const opened = compose({
  via: 'library',
  cwd: project,
  env: { VARVE_HOME: join(folder, 'home'), VARVE_ACTOR: 'bench' },
  readInput: async () => '',
  confirm: async () => false,
  editText: async () => undefined,
  progress: () => {},
})
try {
  await importFiles.run(parseInput(importFiles, { paths: [from] }), opened.context)
  process.stdout.write(`${JSON.stringify(await measure())}\n`)
} finally {
  opened.close()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(): Promise<Measured> {
  const store = opened.context.writing()
  const texts = new Map(
    Array.from(store.entries({ visibility: 'all' }), (entry) => [entry.id, textOf(entry)]),
  )
  const shownBefore = [...openView(store, []).entries({ visibility: 'heads' })]
  const now = Date.now() + YEAR_MS
  const cpu = process.cpuUsage()
  await consolidate.run(parseInput(consolidate, { scope: 'all', yes: true }), {
    ...opened.context,
    clock: { now: () => now },
  })
  const { user, system } = process.cpuUsage(cpu)
  const shownAfter = [...openView(store, []).entries({ visibility: 'heads' })]
  const digests = shownAfter.filter(({ consolidation }) => consolidation !== undefined)
  return {
    entries: texts.size,
    before: tokensOf(shownBefore),
    after: tokensOf(shownAfter),
    digests: digests.length,
    digested: digests.reduce((sum, { consolidation }) => sum + (consolidation?.count ?? 0), 0),
    buried: shownBefore.filter(({ id }) => store.view(id)?.hidden?.reason === 'forgotten').length,
    ...countAnchors(store, shownBefore),
    unchanged: [...texts].filter(([id, text]) => textOf(store.entry(id)) === text).length,
    milliseconds: (user + system) / 1000,
  }
}

function countAnchors(store: Store, shownBefore: readonly Entry[]): Pick<Measured, 'anchors' | 'found'> {
  const view = openView(store, [])
  const withForgotten = withBuried(view)
  let [anchors, found] = [0, 0]
  for (const entry of shownBefore) {
    const keys = keysOf(entry)
    anchors += keys.size
    const canon = store.entry(view.canon(entry.id))
    const isLedTo = withForgotten.viewOf(entry.id)?.hidden === undefined
    const has = isLedTo ? keysOf(store.entry(entry.id)) : keysOf(canon)
    found += [...keys].filter((key) => has.has(key)).length
  }
  return { anchors, found }
}

function keysOf(entry: Entry | undefined): ReadonlySet<string> {
  return new Set(anchorsOf(textOf(entry)).map(anchorKey))
}

function textOf(entry: Entry | undefined): string {
  return [entry?.title, entry?.summary, entry?.content].filter((part) => part !== undefined).join('\n\n')
}

function tokensOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, entry) => sum + est1.count(textOf(entry)), 0)
}

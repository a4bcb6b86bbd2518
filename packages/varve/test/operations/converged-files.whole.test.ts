import { openView, renderDocument, type Scope, type StoreReader } from '@varve/core'
import { FakeTeam } from '@varve/core/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs, settle } from '../../../core/test/sync/converge.ts'
import { everythingOf } from '../../../core/test/sync/teams.ts'
import { defaultConfig } from '../../src/config/load-config.ts'
import { useChunks } from '../../src/operations/cache/compacted-files.ts'
import { renderContextCache } from '../../src/operations/cache/render-cache.ts'
import type { OperationContext } from '../../src/operations/context.ts'
import { knownLearnings } from '../../src/operations/knowledge/knowledge-files.ts'
import { knowledgeFile } from '../../src/operations/learn/knowledge-file.ts'

/** Every file that a replica would render, as somebody on a branch sees it. */
function filesOf(store: StoreReader, branch: string | null): Readonly<Record<string, string>> {
  const place = { branch, isDefaultBranch: branch === null, cacheDir: '/nowhere' }
  // All that a rendering asks of where it runs.
  const context = { reading: () => store, config: defaultConfig(), place } as unknown as OperationContext
  const cache = renderContextCache(context, { afresh: true, narratives: [] })
  const files: Record<string, string> = { 'index.md': cache.indexText }
  for (const file of cache.compacted) {
    useChunks('/nowhere', file, (chunks) => {
      files[file.path] = chunks.map(String).join('')
    })
  }
  const view = openView(store, branch === null ? [] : [`branch:${branch}`])
  for (const [name, status] of [
    ['knowledge', 'promoted'],
    ['patterns', 'observed'],
  ] as const) {
    const learnings = knownLearnings(view, status)
    files[`${name}.md`] = renderDocument(knowledgeFile(context, store, learnings, name).document)
  }
  return files
}

const BRANCH = /^branch:(.*)$/

test('replicas that were apart end up with the same state, the same projection and the same files, byte for byte [SL-80]', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(runs, async (run) => {
      const team = new FakeTeam('fake', 7)
      const { replicas } = await settle(run, (index, fault) => team.carrier(`member ${index}`, fault))
      const [first, ...others] = replicas.map(({ store }) => store)
      if (first === undefined) throw new Error('no replica')
      const scopes: readonly Scope[] = first.scopes()
      const branches = scopes.flatMap((scope) => BRANCH.exec(scope)?.[1] ?? [])
      for (const branch of [null, ...branches]) {
        const files = filesOf(first, branch)
        for (const name of Object.keys(files)) seen.add(name)
        for (const other of others) expect(filesOf(other, branch)).toEqual(files)
      }
      for (const other of others) expect(everythingOf(other)).toBe(everythingOf(first))
    }),
    { numRuns: 1000, seed: 20260103 },
  )
  expect([...seen].sort()).toEqual(expect.arrayContaining(['index.md', 'knowledge.md', 'patterns.md']))
  expect([...seen].filter((name) => name.startsWith('compacted/')).length).toBeGreaterThan(0)
})

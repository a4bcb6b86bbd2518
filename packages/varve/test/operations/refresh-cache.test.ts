import { appendFileSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { applyPlan, type EntryId, entryId, type Plan } from '@varve/core'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { isInMemory } from '../../src/files/disposable-file.ts'
import { add } from '../../src/operations/add.ts'
import { useChunks } from '../../src/operations/cache/compacted-files.ts'
import { refreshCache } from '../../src/operations/cache/refresh-cache.ts'
import { renderContextCache } from '../../src/operations/cache/render-cache.ts'
import type { OperationContext } from '../../src/operations/context.ts'
import { edit } from '../../src/operations/edit.ts'
import type { Fields } from '../../src/operations/field.ts'
import type { Operation } from '../../src/operations/operation.ts'
import { parseInput } from '../../src/operations/parse-input.ts'
import { purge } from '../../src/operations/purge.ts'
import { undo } from '../../src/operations/undo.ts'
import { openTestContext, type TestContext } from './test-context.ts'

let opened: TestContext | undefined
afterEach(() => {
  opened?.close()
  opened = undefined
})

type Files = Readonly<Record<string, string>>

function onDisk({ place }: OperationContext): Files {
  const names = readdirSync(place.cacheDir, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => name.endsWith('.md')).sort()
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(place.cacheDir, name), 'utf8')]))
}

function rendered(context: OperationContext): Files {
  const { compacted, indexText } = renderContextCache(context, { afresh: true })
  const files = compacted.map((file) => {
    const texts: Uint8Array[] = []
    useChunks(context.place.cacheDir, file, (chunks) => {
      for (const chunk of chunks.filter(isInMemory)) texts.push(Buffer.from(chunk))
    })
    return [file.path, Buffer.concat(texts).toString()]
  })
  return Object.fromEntries([...files, ['index.md', indexText]].sort())
}

/** Ids that share long beginnings, so that short ids grow and shrink. */
function crowdedIds(): () => string {
  let count = 0
  return () => {
    count += 1
    const tail = String((count * 7919) % 10_000).padStart(12, '0')
    return `0000000${count % 3}-0000-4000-8000-${tail}`
  }
}

const step = fc.record({
  act: fc.constantFrom('add', 'add', 'add', 'twin', 'supersede', 'edit', 'pin', 'undo', 'purge', 'render'),
  pick: fc.nat(),
  category: fc.constantFrom('conventions', 'operations', 'decisions'),
  text: fc.constantFrom('Use pnpm', 'Use npm', 'Straße  über 端口', 'a\n\nb <!-- c -->', '# Heading', 'x 🎉'),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function take({ act, pick, category, text }: Step, context: OperationContext, round: number) {
  const run = async <F extends Fields>(operation: Operation<F>, input: object) =>
    operation.run(parseInput(operation, { ...input }), context)
  const ids: readonly EntryId[] = Array.from(context.reading().entries({ visibility: 'all' }), ({ id }) => id)
  const id = ids[pick % Math.max(1, ids.length)]
  const fresh = `${text} ${round}`
  if (act === 'render') refreshCache(context)
  else if (act === 'add' || id === undefined) await run(add, { text: fresh, category })
  else if (act === 'twin') await run(add, { text, category })
  else if (act === 'supersede') await run(add, { text: fresh, category, supersedes: [id] }).catch(() => {})
  else if (act === 'edit') await run(edit, { id, text: fresh }).catch(() => {})
  else if (act === 'pin') await run(edit, { id, pin: true }).catch(() => {})
  else if (act === 'undo') await run(undo, { cascade: true }).catch(() => {})
  else await run(purge, { ids: [id], reason: 'test', yes: true, force: true }).catch(() => {})
}

test('an entry is not shown while what replaced it is withheld, at any length of the chain [RS-72]', async () => {
  opened = openTestContext()
  const { context, run } = opened
  const put = async (text: string, supersedes: readonly string[]) => {
    const { json } = await run(add, { text, category: 'conventions', supersedes })
    return entryId(String(Reflect.get(json, 'id')))
  }
  const first = await put('Use npm', [])
  const second = await put('Use yarn', [first])
  const last = await put('Use pnpm', [second])
  await put('Money is in cents', [])
  refreshCache(context)
  expect(Object.values(onDisk(context)).join()).toContain('Use pnpm')
  const plan: Plan = {
    stage: 'edit',
    command: 'quarantine',
    operations: [{ op: 'flag.set', id: last, kind: 'untrusted', reason: 'from the web', was: null }],
    base: [],
  }
  const by = { actor: 'tester', via: 'library', branch: null, now: context.clock.now() }
  context.writing().transact('quarantine', (writer) => applyPlan(writer, plan, by))
  refreshCache(context)
  const files = Object.values(onDisk(context)).join()
  for (const text of ['Use npm', 'Use yarn', 'Use pnpm']) expect(files).not.toContain(text)
  expect(files).toContain('Money is in cents')
})

describe('a cache that is brought up to date', () => {
  test('holds the bytes of one that is rendered afresh, whatever happened between [LS-12]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
        const test = openTestContext({ memory: { autoInjectTokenBudget: 300 } })
        const context = { ...test.context, ids: { uuid: crowdedIds() } }
        try {
          refreshCache(context)
          for (const [round, each] of steps.entries()) await take(each, context, round)
          refreshCache(context)
          expect(onDisk(context)).toEqual(rendered(context))
        } finally {
          test.close()
        }
      }),
      { numRuns: 15 },
    )
  })

  test('names an entry by its longer short id wherever it is named, once another comes near', async () => {
    opened = openTestContext()
    // Each add takes one for its run, and one for its entry.
    const ids = ['aaaaaaaa-1', 'bbbbbbbb-1', 'cccccccc-1', 'cccccccc-2'].flatMap((id) => [
      'run',
      `${id}000-4000-8000-000000000000`,
    ])
    const context = { ...opened.context, ids: { uuid: () => ids.shift() ?? '' } }
    const put = (text: string, supersedes: readonly string[] = []) =>
      add.run(parseInput(add, { text, category: 'conventions', supersedes }), context)
    await put('Use npm')
    await put('Use pnpm', ['aaaaaaaa'])
    await put('Use yarn', ['aaaaaaaa'])
    refreshCache(context)
    expect(onDisk(context)['compacted/conventions.md']).toContain('- Use pnpm [fork: cccccccc]')
    await put('Money is in cents')
    refreshCache(context)
    expect(onDisk(context)['compacted/conventions.md']).toContain('- Use pnpm [fork: cccccccc-1]')
    expect(onDisk(context)).toEqual(rendered(context))
  })

  test('is built from what is kept: only what changed is written, and nothing where nothing did', async () => {
    opened = openTestContext()
    const { context, run } = opened
    await run(add, { text: 'Use pnpm', category: 'conventions' })
    expect(refreshCache(context).written).toEqual(['compacted/conventions.md', 'index.md'])
    const file = join(context.place.cacheDir, 'compacted/conventions.md')
    const before = statSync(file, { bigint: true })
    expect(refreshCache(context).written).toEqual([])
    expect(statSync(file, { bigint: true })).toMatchObject({ ino: before.ino, mtimeNs: before.mtimeNs })
    await run(add, { text: 'Money is in cents', category: 'conventions' })
    expect(renderContextCache(context).compacted[0]?.before).toBeDefined()
    expect(refreshCache(context).written).toEqual(['compacted/conventions.md', 'index.md'])
  })

  test('mends a file that somebody changed or removed', async () => {
    opened = openTestContext()
    const { context, run } = opened
    await run(add, { text: 'Use pnpm', category: 'conventions' })
    await run(add, { text: 'Money is in cents', category: 'decisions' })
    refreshCache(context)
    const whole = onDisk(context)
    appendFileSync(join(context.place.cacheDir, 'compacted/conventions.md'), '- Use yarn\n')
    rmSync(join(context.place.cacheDir, 'compacted/decisions.md'))
    expect(refreshCache(context).written).toEqual(['compacted/conventions.md', 'compacted/decisions.md'])
    expect(onDisk(context)).toEqual(whole)
  })

  test('starts afresh where what was kept is damaged', async () => {
    opened = openTestContext()
    const { context, run } = opened
    await run(add, { text: 'Use pnpm', category: 'conventions' })
    refreshCache(context)
    const folder = join(context.place.dataDir, 'renderings')
    for (const name of readdirSync(folder)) appendFileSync(join(folder, name), 'x')
    await run(add, { text: 'Money is in cents', category: 'conventions' })
    refreshCache(context)
    expect(onDisk(context)).toEqual(rendered(context))
  })
})

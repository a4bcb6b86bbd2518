import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { add } from '../../src/operations/add.ts'
import { importFiles } from '../../src/operations/import.ts'
import { parseInput } from '../../src/operations/parse-input.ts'
import { partsOfProject } from '../../src/project/parts-of-project.ts'
import { openTestContext, type TestContext } from './test-context.ts'

const opened: TestContext[] = []
afterEach(() => {
  for (const place of opened.splice(0)) place.close()
})

/** A monorepo of two parts, one of them within the other. */
function monorepo(): TestContext {
  const place = openTestContext({ project: { paths: ['packages/api/client', './packages/api/'] } })
  opened.push(place)
  mkdirSync(join(place.project, 'packages/api/client'), { recursive: true })
  mkdirSync(join(place.project, 'packages/apidocs'), { recursive: true })
  return place
}

function tagsOf({ context }: TestContext): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Array.from(context.reading().entries({ visibility: 'all' }), ({ content, tags }) => [content, tags]),
  )
}

test('what is added in a part of a monorepo bears the path of each part that it lies in as a tag', async () => {
  const place = monorepo()
  const addIn = (folder: string, text: string) =>
    add.run(parseInput(add, { text, tag: ['own'] }), {
      ...place.context,
      cwd: join(place.project, folder),
    })
  await addIn('packages/api/client', 'The client retries twice')
  await addIn('packages/apidocs', 'The pages are built by hand')
  await addIn('.', 'Use pnpm')
  expect(tagsOf(place)).toEqual(
    new Map([
      ['The client retries twice', ['own', 'packages/api', 'packages/api/client']],
      ['The pages are built by hand', ['own']],
      ['Use pnpm', ['own']],
    ]),
  )
})

test('what is imported from a file of a part bears its path, and a second import changes nothing', async () => {
  const place = monorepo()
  writeFileSync(join(place.project, 'AGENTS.md'), '# Rules\n\n- Use pnpm\n')
  writeFileSync(join(place.project, 'packages/api/AGENTS.md'), '# Rules\n\n- Answers are JSON\n')
  await place.run(importFiles, { paths: ['.'] })
  const known = tagsOf(place)
  expect(known.get('Use pnpm')).not.toContain('packages/api')
  expect(known.get('Answers are JSON')).toContain('packages/api')
  const { json } = await place.run(importFiles, { paths: ['.'] })
  expect(json).toMatchObject({ added: 0, revised: 0 })
})

test('a path that only begins like a part is none of it', () => {
  expect(partsOfProject(['packages/api'], '/src', '/src/packages/api-docs')).toEqual([])
  expect(partsOfProject(['packages/api'], '/src', 'packages/api/a.ts')).toEqual(['packages/api'])
  expect(partsOfProject(['.', ''], '/src', '/src/packages')).toEqual([])
})

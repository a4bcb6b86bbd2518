import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { listSettings } from '../../packages/varve/src/config/list-settings.ts'
import { parseConfig } from '../../packages/varve/src/config/load-config.ts'

const SOURCES = fileURLToPath(new URL('../../packages/varve/src', import.meta.url))

/** The command's own code but for the folder that checks settings. */
const sources = readdirSync(SOURCES, { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile() && file.name.endsWith('.ts') && !file.parentPath.endsWith('/config'))
  .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))

/**
 * Whether some source reads a setting: its name after its section, the name taken out of the section
 * that bears it (`const { categories } = config.memory`), or the whole section handed on.
 */
function isRead(path: string): boolean {
  const names = path.split('.')
  const name = names.at(-1) ?? ''
  const section = names.at(-2) ?? ''
  const reads = [
    new RegExp(`\\b(?:${section}|settings)\\??\\.${name}\\b`),
    new RegExp(`\\{[^{}]*\\b${name}\\b[^{}]*\\} = (?:[\\w()]+\\.)*${section}\\b(?!\\.)`),
    new RegExp(`\\w+\\((?:[\\w()]+\\.)*config\\.${section}\\)`),
  ]
  // Most sources name neither, and the second pattern takes its time with each brace.
  return sources
    .filter((source) => source.includes(name) || source.includes(section))
    .some((source) => reads.some((read) => read.test(source)))
}

test('each setting is read by something, or marked as one that nothing acts on yet', () => {
  const marked = listSettings().filter(({ isAhead }) => isAhead)
  expect(listSettings().filter(({ path }) => !isRead(path))).toEqual(marked)
})

test('a file that sets what nothing acts on yet is told so, and any other setting is taken without a word', () => {
  for (const { path, standard, isAhead, only } of listSettings()) {
    if (standard === undefined) continue
    const members = path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), standard)
    const { issues } = parseConfig([
      {
        file: 'config.json',
        place: only ?? 'project',
        members: members as Readonly<Record<string, unknown>>,
      },
    ])
    expect(issues.map(({ code, subjects }) => [code, ...subjects])).toEqual(
      isAhead ? [['setting_not_in_force', path]] : [],
    )
  }
})

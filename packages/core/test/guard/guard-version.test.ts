import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GUARD_VERSION } from '../../src/guard/pair/pair-result.ts'

const GUARD = join(import.meta.dirname, '../../src/guard')

const LISTS =
  /^language\/|(?:units|months|label-nouns|known-names|counters|scope-sets|value-sets|source-limits)\.ts$/
const CONSTANT = /^(?:export )?const [A-Z_]+ = [\d._]+n?$/gm
const COMMENT = /\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const LAYOUT = /[\s,;()]+/g

/** Every list as it is written, and every threshold, without spaces and comments. */
function readLists(): string {
  const files = readdirSync(GUARD, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
  const parts = files.map((file) => {
    const source = readFileSync(join(GUARD, file), 'utf8').replace(COMMENT, '')
    return LISTS.test(file) ? source : (source.match(CONSTANT) ?? []).join('\n')
  })
  return parts.join('\n').replace(LAYOUT, '')
}

const PINNED = { version: 5, hash: 'f739080d5c1ea183d757d2c9f21bf35bb2285a9d5250a6ab0412988eaa3030cf' }

test('a change of any list or threshold is a decision about the version of the guard [MG-56]', () => {
  const hash = createHash('sha256').update(readLists()).digest('hex')
  // Where no verdict can change, pin the new hash. Where one can, raise GUARD_VERSION too.
  expect({ version: GUARD_VERSION, hash }).toEqual(PINNED)
})

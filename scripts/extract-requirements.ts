// Reads the ids and their behaviour out of the reference pages, for the requirements table.
// Usage: node scripts/extract-requirements.ts <folder of the reference pages>
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Requirement {
  readonly id: string
  readonly source: string
  readonly behaviour: string
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: node scripts/extract-requirements.ts <folder>')

const ID = /\b(?:LS|QP|MG|SL|LK|CAM|INV|AC|AG|BR|RS)-\d{2,3}\b/
const LINE = new RegExp(`^(?:\\| |- |\\*\\*)(${ID.source})(?:\\*\\*)?(.*)$`)
/** Requirements that are stated inside another row: `SL-97: first pull …`. */
const INLINE = new RegExp(`\\b(${ID.source}): ([^;|]+)`, 'g')

const found = new Map<string, Requirement>()
for (const source of readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .sort()) {
  for (const line of readFileSync(join(folder, source), 'utf8').split('\n')) {
    const [, id, rest] = LINE.exec(line) ?? []
    if (id !== undefined && rest !== undefined) add({ id, source, behaviour: tidy(rest) })
    else
      for (const [, inlineId, text] of line.matchAll(INLINE))
        if (inlineId && text) add({ id: inlineId, source, behaviour: tidy(text) })
  }
}

const rows = [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
const target = fileURLToPath(new URL('../test/requirements/requirements.json', import.meta.url))
writeFileSync(target, `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]\n`)
process.stdout.write(`${rows.length} requirements\n`)

function add(row: Requirement): void {
  if (!found.has(row.id)) found.set(row.id, row)
}

/** The cells of a table row as one text. */
function tidy(text: string): string {
  const cells = text
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
  return cells
    .join(' — ')
    .replaceAll('\\|', '|')
    .replace(/^[—–-] /, '')
    .trim()
}

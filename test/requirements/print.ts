// Prints which requirements have a test and which don't, and writes docs/reference/requirements.md.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCitations, readRequirements, renderTable } from './coverage.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const requirements = readRequirements(root)
const citations = readCitations(root)
const cited = new Set(citations.map(({ id }) => id))
const groups = Map.groupBy(requirements, ({ id }) => id.slice(0, id.indexOf('-')))
for (const [group, rows] of groups) {
  const open = rows.filter(({ id }) => !cited.has(id)).map(({ id }) => id.slice(group.length + 1))
  process.stdout.write(
    `${group}: ${rows.length - open.length} of ${rows.length} covered; open: ${open.join(' ') || 'none'}\n`,
  )
}
writeFileSync(join(root, 'docs/reference/requirements.md'), renderTable(requirements, citations))

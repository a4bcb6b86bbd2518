// Prints which requirements have a test, a reason why not yet, or neither; writes docs/reference/requirements.md,
// and the reasons in the order of the requirements, without those that a test has made untrue.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCitations, readReasons, readRequirements, renderTable, sortReasons } from './coverage.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const requirements = readRequirements(root)
const citations = readCitations(root)
const cited = new Set(citations.map(({ id }) => id))
const reasons = sortReasons(requirements, readReasons(root), cited)
const groups = Map.groupBy(requirements, ({ id }) => id.slice(0, id.indexOf('-')))
for (const [group, rows] of groups) {
  const uncited = rows.filter(({ id }) => !cited.has(id))
  const open = uncited.filter(({ id }) => reasons[id] === undefined).map(({ id }) => id)
  const counts = `${rows.length - uncited.length} of ${rows.length} have a test, ${uncited.length - open.length} a reason`
  process.stdout.write(`${group}: ${counts}; open: ${open.join(' ') || 'none'}\n`)
}
writeFileSync(join(root, 'docs/reference/requirements.md'), renderTable(requirements, citations, reasons))
writeFileSync(join(root, 'test/requirements/later.json'), `${JSON.stringify(reasons, null, 2)}\n`)

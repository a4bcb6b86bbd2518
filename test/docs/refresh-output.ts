// Writes what the commands of README.md and the guides say now into the blocks that show it.
// Usage: node test/docs/refresh-output.ts [page…], after a build; read the difference before you keep it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../scenarios/sandbox.ts'
import { listPages } from './markdown-blocks.ts'
import { runPage } from './page-run.ts'
import { shapeOf } from './wildcards.ts'

const named = process.argv.slice(2)
const pages = listPages(ROOT).filter((page) => page === 'README.md' || page.startsWith('docs/guide/'))

for (const path of pages.filter((page) => named.length === 0 || named.includes(page))) {
  const file = join(ROOT, path)
  const page = readFileSync(file, 'utf8')
  const refreshed = refresh(page)
  if (refreshed === page) continue
  writeFileSync(file, refreshed)
  process.stdout.write(`wrote ${path}\n`)
}

/** From the last block to the first, so that the lines above stay where they are. */
function refresh(page: string): string {
  const lines = page.split('\n')
  for (const { shown, output, status, block } of runPage(page).toReversed()) {
    if ((status === 0) === (block.info === 'sh fails')) process.stderr.write(`line ${block.line}: ${output}`)
    if (shown === undefined || shapeOf(output).text === shapeOf(shown.text).text) continue
    // An empty block has no line at all.
    const end = lines.findIndex((line, index) => index >= shown.line && /^`{3,}$/.test(line))
    lines.splice(shown.line, end - shown.line, ...output.trimEnd().split('\n'))
  }
  return lines.join('\n')
}

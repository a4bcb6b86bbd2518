// Writes what the commands of README.md and the guides say now into the blocks that show it.
// Usage: node test/docs/refresh-output.ts, after a build; read the difference before you keep it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../scenarios/sandbox.ts'
import { listPages } from './markdown-blocks.ts'
import { runPage } from './page-run.ts'
import { shapeOf } from './wildcards.ts'

for (const path of listPages(ROOT).filter((page) => page === 'README.md' || page.startsWith('docs/guide/'))) {
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
    lines.splice(shown.line, shown.text.split('\n').length, ...output.trimEnd().split('\n'))
  }
  return lines.join('\n')
}

// Writes what is generated of the documentation: docs/reference/*.md, llms.txt and the structure in DESIGN.md.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FROM_SOURCES = '--conditions=varve-source'

// Of the sources, not of what was last built of them.
if (process.execArgv.includes(FROM_SOURCES)) await generate()
else process.exitCode = again()

function again(): number {
  const script = fileURLToPath(import.meta.url)
  return spawnSync(process.execPath, [FROM_SOURCES, script], { stdio: 'inherit' }).status ?? 1
}

async function generate(): Promise<void> {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const { renderPages } = await import('./reference/pages.ts')
  for (const { path, text } of await renderPages(root)) {
    const file = join(root, path)
    if (read(file) === text) continue
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    process.stdout.write(`wrote ${path}\n`)
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

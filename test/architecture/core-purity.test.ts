import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What the core's compiler options must refuse: the world, by any of its names. */
const AMBIENT = [
  "import 'node:fs'",
  'process.exit()',
  'fetch("x")',
  'new TextEncoder()',
  'setTimeout(() => {}, 1)',
  'console.log(1)',
  'crypto.randomUUID()',
]

test('nothing ambient compiles in the core', () => {
  const folder = mkdtempSync(join(tmpdir(), 'varve-purity-'))
  try {
    AMBIENT.forEach((line, index) => {
      writeFileSync(join(folder, `breach-${index}.ts`), `export {}\n${line}\n`)
    })
    const options = {
      rootDir: folder,
      noEmit: true,
      composite: false,
      incremental: false,
      tsBuildInfoFile: null,
    }
    const config = {
      extends: join(root, 'packages/core/tsconfig.json'),
      compilerOptions: options,
      include: ['*.ts'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const errors = compile(folder)
    for (const index of AMBIENT.keys()) expect(errors).toContain(`breach-${index}.ts`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

function compile(folder: string): string {
  const run = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
    encoding: 'utf8',
  })
  return run.stdout
}

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

test('nothing ambient compiles in the core [CAM-04]', () => {
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

/** What compiles, and says something else at another moment, on another machine or in another country. */
const WAVERING =
  /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bnew Intl\.(?!Segmenter\('en')|\.toLocale\w*\(|\.localeCompare\(|\bglobalThis\b/

test('nothing in the core asks for the time, for chance or for the country [CAM-04]', () => {
  const folder = join(root, 'packages/core/src')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => [path, codeOf(readFileSync(join(folder, path), 'utf8'))] as const)
  expect(sources.length).toBeGreaterThan(300)
  expect(sources.filter(([, code]) => WAVERING.test(code)).map(([path]) => path)).toEqual([])
})

test.each([
  'const at = Date.now()',
  'text.toLocaleLowerCase()',
  'return Math.random()',
  'new Intl.Collator()',
])('a breach is caught: %s', (line) => {
  expect(codeOf(line)).toMatch(WAVERING)
})

function codeOf(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
}

function compile(folder: string): string {
  const run = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
    encoding: 'utf8',
  })
  return run.stdout
}

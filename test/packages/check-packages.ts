// Packs what is published, installs it where nothing else is, and uses it on each Node that is promised.
// Needs the registry and a build: `npm run packages`.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { measureDoor } from '../../packages/core/test/measure-door.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CONSUMER = fileURLToPath(new URL('consumer', import.meta.url))
const PUBLISHED = ['core', 'models', 'store-postgres', 'store-sqlite', 'varve'] as const
/** The oldest, the one that it is developed on, the newest. */
const NODES = ['22.16.0', '24.21.0', '26.10.0'] as const
/** Packed, in bytes. */
const MOST_OF_VARVE = 5_000_000
const PUBLINT = 'publint@0.3.25'
const RESOLUTIONS = [
  ['node16', 'node16'],
  ['bundler', 'esnext'],
] as const

const folder = mkdtempSync(join(tmpdir(), 'varve-packages-'))
try {
  const archives = PUBLISHED.map(pack)
  for (const archive of archives) say(`${basename(archive)}  ${kilobytes(statSync(archive).size)} packed`)
  if (statSync(archives.at(-1) ?? '').size > MOST_OF_VARVE) throw new Error('varve is larger than 5 MB')
  await measureCore()
  for (const archive of archives) run('npx', ['--yes', PUBLINT, archive, '--strict'], folder)
  for (const name of PUBLISHED) rehearsePublishing(name)
  const project = install(archives)
  for (const [resolution, module] of RESOLUTIONS) compile(project, resolution, module)
  for (const version of NODES) await use(project, nodeOf(version), version)
  say(`npx, nothing in its cache: first answer after ${coldStart(archives.at(-1) ?? '')}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function pack(name: string): string {
  const printed = run('npm', ['pack', '--json', '--pack-destination', folder], join(ROOT, 'packages', name))
  const [packed]: readonly { readonly filename: string }[] = JSON.parse(printed)
  if (packed === undefined) throw new Error(`nothing was packed of ${name}`)
  return join(folder, packed.filename)
}

/** Publishing writes a package file anew where it isn't as the registry wants it: what was tried must be what is sent. */
function rehearsePublishing(name: string): void {
  const cwd = join(ROOT, 'packages', name)
  const { status, stderr } = spawnSync('npm', ['publish', '--dry-run'], { cwd, encoding: 'utf8' })
  if (status !== 0 || stderr.includes('auto-corrected')) throw new Error(`publishing ${name}: ${stderr}`)
}

function install(archives: readonly string[]): string {
  const project = join(folder, 'project')
  mkdirSync(project)
  cpSync(CONSUMER, project, { recursive: true })
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}')
  run('npm', ['install', '--no-audit', '--no-fund', ...archives], project)
  const count = readdirSync(join(project, 'node_modules')).length
  say(`installed into an empty project: ${count} folders of packages`)
  return project
}

function compile(project: string, moduleResolution: string, module: string): void {
  const flags = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2023', '--types', '']
  const given = ['--module', module, '--moduleResolution', moduleResolution, 'types.ts']
  run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...flags, ...given], project)
  say(`types: accepted under ${moduleResolution}`)
}

/** The binary itself, as the registry has it, so that nothing is fetched from anywhere else. */
function nodeOf(version: string): string {
  if (process.versions.node === version) return process.execPath
  const name = `node-${process.platform}-${process.arch}`
  const place = join(folder, `node-${version}`)
  mkdirSync(place)
  writeFileSync(join(place, 'package.json'), '{"private":true}')
  run('npm', ['install', '--no-audit', '--no-fund', `${name}@${version}`], place)
  return join(place, 'node_modules', name, 'bin/node')
}

async function use(project: string, node: string, version: string): Promise<void> {
  run(node, ['use.mjs'], project)
  const home = join(folder, `home-${version}`)
  const program = join(project, 'node_modules/varve/bundle/varve.mjs')
  const varve = (...args: readonly string[]) => run(node, [program, ...args], project, { VARVE_HOME: home })
  writeFileSync(join(project, 'CLAUDE.md'), '# Rules\n\n- Use pnpm.\n- Tests run with vitest.\n')
  varve('import', 'CLAUDE.md')
  varve('compact')
  varve('install', 'claude-code')
  varve('uninstall', 'claude-code')
  if (!varve('search', 'pnpm').includes('Use pnpm.')) throw new Error(`Node ${version} finds nothing`)
  const [{ id }]: readonly [{ id: string }] = JSON.parse(varve('search', 'vitest', '--json')).items
  varve('edit', id, '--text', 'Tests run with node --test.')
  varve('undo')
  if (!varve('search', 'vitest').includes('vitest')) throw new Error(`Node ${version} takes nothing back`)
  await openPage(node, program, project, home)
  say(`Node ${version}: every front door, the library, the command, the page`)
}

/** The page as its link shows it, and an answer to what it asks. */
async function openPage(node: string, program: string, cwd: string, home: string): Promise<void> {
  const env = { ...process.env, VARVE_HOME: home }
  const served = spawn(node, [program, 'ui', '--port', '0'], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    const { value: link = '' } = await createInterface(served.stderr)[Symbol.asyncIterator]().next()
    const { origin, searchParams } = new URL(link)
    const headers = {
      authorization: `Bearer ${searchParams.get('token')}`,
      'content-type': 'application/json',
    }
    const page = await (await fetch(origin, { headers })).text()
    if (!page.includes('<div id="page">')) throw new Error(`the page is another: ${page.slice(0, 200)}`)
    const asked = await fetch(`${origin}/api/list`, { method: 'POST', headers, body: '{}' })
    if (!(await asked.text()).includes('Use pnpm.')) throw new Error('the page is told nothing')
  } finally {
    served.kill()
  }
}

function coldStart(archive: string): string {
  const place = join(folder, 'cold')
  mkdirSync(place)
  const started = performance.now()
  run('npx', ['--yes', '--cache', join(place, 'cache'), '--package', archive, 'varve', '--version'], place)
  return `${((performance.now() - started) / 1000).toFixed(1)} s`
}

/** Each front door of the core by itself: what somebody bundles who uses all that it exports. */
async function measureCore(): Promise<void> {
  const core = join(ROOT, 'packages/core')
  const { exports }: { exports: Record<string, { default: string }> } = JSON.parse(
    readFileSync(join(core, 'package.json'), 'utf8'),
  )
  for (const [door, { default: file }] of Object.entries(exports)) {
    const { minifiedBytes, zippedBytes } = await measureDoor(join(core, file))
    say(`@varve/core${door.slice(1)}  ${kilobytes(minifiedBytes)} minified, ${kilobytes(zippedBytes)} zipped`)
  }
}

function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): string {
  return execFileSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} kB`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

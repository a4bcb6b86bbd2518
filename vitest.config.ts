import { defineConfig } from 'vitest/config'

const source = { conditions: ['varve-source'] }
const resolved = { resolve: source, ssr: { resolve: source } }

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
          pool: 'threads',
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        ...resolved,
        test: {
          name: 'whole',
          include: ['test/{scenarios,docs,requirements}/**/*.test.ts'],
          pool: 'forks',
          testTimeout: 120_000,
        },
      },
    ],
  },
})

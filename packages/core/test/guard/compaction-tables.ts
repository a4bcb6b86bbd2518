import type { RewriteKind } from '../../src/guard/rewrite/rewrite-result.ts'

/** What the cheap relation of the compaction reference says, in terms of the guard. */
export interface RelationRow {
  readonly a: string
  readonly b: string
  /** `same`: merged at once. `open`: nothing speaks against it. `contradicts`. `vetoed`: never merged. */
  readonly expected: 'same' | 'open' | 'contradicts' | 'vetoed'
  /** The part of a text that the rows say differs. */
  readonly reason?: string
}

const RUN_TESTS = 'Run the tests with `pnpm test` before every push'

export const RELATION_ROWS: readonly RelationRow[] = [
  { a: 'Always use pnpm', b: 'Always use pnpm.', expected: 'same' },
  { a: RUN_TESTS, b: 'Run tests with `pnpm test` before each push', expected: 'open' },
  { a: 'Cache TTL is 30 s', b: 'Cache TTL is 30s', expected: 'same' },
  { a: 'Timeout is 1,000 ms', b: 'Timeout is 1000ms', expected: 'same' },
  { a: 'Retries are capped at 3', b: 'Retries are capped at 3 with 30 s backoff', expected: 'open' },
  { a: 'Deploy staging before prod', b: 'Deploy prod after staging', expected: 'open' },
  {
    a: 'Run migrations before deploy',
    b: 'Run migrations after deploy',
    expected: 'vetoed',
    reason: 'order',
  },
  { a: 'Deploy A before B', b: 'Deploy B before A', expected: 'vetoed', reason: 'order' },
  { a: '部署 staging 再部署 prod', b: '部署 prod 再部署 staging', expected: 'vetoed', reason: 'order' },
  {
    a: 'The API listens on port 3000 by default',
    b: 'The API listens on port 3001 by default',
    expected: 'vetoed',
    reason: 'num',
  },
  { a: 'Task 5: write the parser', b: 'Task 6: write the parser', expected: 'vetoed', reason: 'label' },
  { a: 'Use tabs', b: 'Do not use tabs', expected: 'contradicts', reason: 'polarity' },
  {
    a: 'Tests use vitest, not jest',
    b: 'Tests use jest, not vitest',
    expected: 'contradicts',
    reason: 'polarity',
  },
  { a: '不要使用 npm', b: '使用 npm', expected: 'contradicts', reason: 'polarity' },
  {
    a: 'Search is broken',
    b: 'Search is not broken, my parser was',
    expected: 'contradicts',
    reason: 'polarity',
  },
  { a: 'p95 was 210 ms in run 41', b: 'p95 was 214 ms in run 42', expected: 'vetoed', reason: 'num' },
  { a: 'node 18 is required', b: 'node 20 is required', expected: 'vetoed', reason: 'num' },
  { a: 'Merged PR #260', b: 'Merged PR #480', expected: 'vetoed', reason: 'id' },
  { a: 'planned: dark mode', b: 'dark mode is the default', expected: 'vetoed', reason: 'status' },
  {
    a: 'Species A not recorded in dry season',
    b: 'Species B not seen',
    expected: 'vetoed',
    reason: 'label',
  },
  { a: 'Use React 18.2', b: 'Use React 18.3', expected: 'vetoed', reason: 'num' },
  { a: 'Always use pnpm', b: 'Package management must use pnpm, not npm or yarn', expected: 'open' },
]

/** A proposal of the compaction reference, whether it may stand, and the code of the check that stops it. */
export interface ProposalRow {
  readonly kind: RewriteKind
  readonly sources: readonly string[]
  readonly output: string
  readonly codes: readonly string[]
}

const PNPM = ['Always use pnpm', 'Package management must use pnpm, not npm or yarn']
const COVERAGE = ['Unit tests run with `pnpm test`.', 'Coverage must stay above 80%']
const PLAN = ['We plan to move to Postgres 16', 'Today the store is SQLite']
const TABS = ['Use tabs', 'Do not use tabs']
const RUNS = ['p95 was 210 ms in run 41', 'p95 was 214 ms in run 42']
const FIVE = [
  'Unit tests run with `pnpm test`.',
  'Test files end in .test.ts',
  'Coverage must stay above 80%',
  'Never mock the database in tests',
  'E2E tests live in tests/e2e',
]

export const PROPOSAL_ROWS: readonly ProposalRow[] = [
  {
    kind: 'dedup',
    sources: PNPM,
    output: 'Always use pnpm for package management, not npm or yarn.',
    codes: [],
  },
  { kind: 'dedup', sources: PNPM, output: 'Always use pnpm for package management.', codes: ['G09'] },
  { kind: 'dedup', sources: PNPM, output: 'Always use pnpm or npm, not yarn.', codes: ['G09'] },
  {
    kind: 'fuse',
    sources: FIVE,
    output:
      'Unit tests run with `pnpm test`; test files end in .test.ts, E2E tests live in tests/e2e, coverage must stay above 80%, and never mock the database in tests.',
    codes: [],
  },
  {
    kind: 'fuse',
    sources: COVERAGE,
    output: 'Unit tests run with `pnpm test` and coverage must stay above 90%.',
    codes: ['G07', 'G08'],
  },
  {
    kind: 'fuse',
    sources: COVERAGE,
    output:
      'Unit tests run with `pnpm test`. Coverage must stay above 80%, and mutation testing is recommended for critical modules.',
    codes: ['G12', 'G13'],
  },
  {
    kind: 'fuse',
    sources: ['Deploy staging before prod', 'Deploys need approval'],
    output: 'Deploys need approval; deploy prod before staging',
    codes: ['G11'],
  },
  { kind: 'dedup', sources: PLAN, output: PLAN.join(' '), codes: ['G05'] },
  { kind: 'fuse', sources: PLAN, output: 'The store moved to Postgres 16 from SQLite', codes: ['G11'] },
  { kind: 'dedup', sources: TABS, output: 'Use tabs', codes: ['G06'] },
  { kind: 'fuse', sources: TABS, output: 'Do not use tabs', codes: ['G06'] },
  { kind: 'dedup', sources: RUNS, output: RUNS.join(' '), codes: ['G05'] },
  { kind: 'fuse', sources: RUNS, output: 'p95 was 210 ms in run 41 and 214 ms in run 42.', codes: [] },
  { kind: 'fuse', sources: RUNS, output: 'p95 was 210 ms in run 42 and 214 ms in run 41.', codes: ['G10'] },
  { kind: 'fuse', sources: RUNS, output: '', codes: ['G14'] },
  { kind: 'fuse', sources: RUNS, output: '…', codes: ['G14'] },
  { kind: 'fuse', sources: RUNS, output: 'p95 was slow. '.repeat(3000), codes: ['G13'] },
]

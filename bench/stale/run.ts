import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { anchorsOf } from '../../packages/core/src/guard/index.ts'
import type { ProjectFiles } from '../../packages/core/src/index.ts'
import { checkEntry } from '../../packages/core/src/stale/index.ts'
import { buildEntry } from '../../packages/core/src/testing/index.ts'
import { ROOT, renderTable } from '../measure.ts'
import type { BenchResult } from '../run.ts'
import { type LineRef, worldOf } from './world-of.ts'

const DATA = join(
  process.env.VARVE_DATA ?? join(ROOT, '../shared/data'),
  'benchmarks/staleness/doc-lines.jsonl',
)
const CLAIM = 'What the project no longer bears out is found, and little else'

interface DocLine {
  readonly repo: string
  readonly doc: string
  readonly text: string
  readonly label: 'fresh' | 'stale'
  readonly refs: readonly LineRef[]
}

type Judge = (line: DocLine, world: ProjectFiles) => boolean

const JUDGES: readonly (readonly [string, Judge])[] = [
  ['varve check-stale', isBroken],
  ['a path is missing', hasMissingPath],
  ['anything named is missing', hasMissingName],
]

/** Lines of documents, with what git says became of all that they name. */
export async function run(): Promise<BenchResult> {
  if (!existsSync(DATA)) return { claim: CLAIM, how: 'Skipped: no data at VARVE_DATA.', table: '' }
  const lines: readonly DocLine[] = readFileSync(DATA, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const worlds = new Map(
    [...Map.groupBy(lines, ({ repo }) => repo)].map(([repo, own]) => [
      repo,
      worldOf(own.flatMap(({ refs }) => refs)),
    ]),
  )
  const judged = (judge: Judge) => (line: DocLine) => judge(line, worlds.get(line.repo) ?? worldOf([]))
  const rows = JUDGES.map(([name, judge]) => [name, ...figures(lines, judged(judge))])
  return {
    claim: CLAIM,
    how: `${lines.length.toLocaleString('en')} lines of documents of ${worlds.size} public repositories, ${lines.filter(({ label }) => label === 'stale').length} of which name something that git says is gone since they were written. The files of a repository are those that its lines name. “A path is missing” flags each line with a path that isn’t there; “anything named” also those with a name in code that no line of the repository finds. Recall by what is gone: a line counts for each kind that it lacks.`,
    table: renderTable(
      [
        'rule',
        'precision (≥ 0.90)',
        'recall (≥ 0.60)',
        'paths',
        'scripts',
        'identifiers',
        'environment names',
        'fresh lines flagged',
      ],
      rows,
    ),
  }
}

function figures(lines: readonly DocLine[], isFlagged: (line: DocLine) => boolean): readonly string[] {
  const flagged = new Set(lines.filter(isFlagged))
  const stale = lines.filter(({ label }) => label === 'stale')
  const found = stale.filter((line) => flagged.has(line))
  const share = (part: number, whole: number) => (whole === 0 ? '–' : (part / whole).toFixed(3))
  const recallOf = (kind: LineRef['kind']) => {
    const lacking = stale.filter(({ refs }) =>
      refs.some((ref) => ref.kind === kind && ref.state !== 'exists'),
    )
    return `${lacking.filter((line) => flagged.has(line)).length} of ${lacking.length}`
  }
  return [
    share(found.length, flagged.size),
    share(found.length, stale.length),
    ...(['path', 'script', 'ident', 'env'] as const).map(recallOf),
    String(flagged.size - found.length),
  ]
}

function isBroken({ text, doc }: DocLine, files: ProjectFiles): boolean {
  const entry = buildEntry('line', { content: text, source: { kind: 'import', trust: 'repo', file: doc } })
  return checkEntry(entry, { files, now: 0, staleAfterDays: 0, maxFiles: 3 }).status === 'broken'
}

function hasMissingPath({ text, doc }: DocLine, files: ProjectFiles): boolean {
  const folder = doc.includes('/') ? doc.slice(0, doc.lastIndexOf('/') + 1) : ''
  return anchorsOf(text).some(
    ({ type, value }) =>
      type === 'path' &&
      [value, folder + value].every((path) => files.kindOf(path.replace(/\/$/, '')) === undefined),
  )
}

function hasMissingName(line: DocLine, files: ProjectFiles): boolean {
  const there = new Set(line.refs.filter(({ state }) => state === 'exists').map(({ value }) => value))
  const isUnknown = anchorsOf(line.text).some(
    ({ type, value }) => (type === 'code' || type === 'env') && !there.has(value),
  )
  return isUnknown || hasMissingPath(line, files)
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { anchorsOf, comparePair } from '../../packages/core/src/guard/index.ts'
import type { MergeKind, Proposal } from '../../packages/core/src/propose/index.ts'
import { ROOT, renderTable } from '../measure.ts'
import { readNearMiss } from '../merge/read-near-miss.ts'
import type { BenchResult } from '../run.ts'
import { measureNearMisses, verdictOf } from './near-miss-answers.ts'

const DATA = join(
  process.env.VARVE_DATA ?? join(ROOT, '../shared/data'),
  'benchmarks/staleness/doc-lines.jsonl',
)
const CLAIM = 'A model’s answer that invents or loses something is stopped, and a faithful one passes'
const EACH = 130
/** Neighbours are far more than are tried. */
const STEP = 4

/** Two statements of one document, as a model would be shown them. */
type Pair = readonly [string, string]

/** Answers of a kind: undefined where two statements give no occasion for it. */
interface Answers {
  readonly name: string
  readonly kind: MergeKind
  readonly isFaithful: boolean
  answer(pair: Pair): string | undefined
}

const ANSWERS: readonly Answers[] = [
  faithful('both, one after the other', ([a, b]) => `${ended(a)} ${ended(b)}`),
  faithful('both, in the other order', ([a, b]) => `${ended(b)} ${ended(a)}`),
  faithful('both in one sentence', ([a, b]) => `${bare(a)}; ${bare(b)}`),
  faithful('both as they stand, on two lines', ([a, b]) => `${a}\n${b}`),
  corrupted('another number', ([a, b]) => joined(changeAnchor(a, ['num', 'ver'], otherNumber), b)),
  corrupted('another path', ([a, b]) => joined(changeAnchor(a, ['path'], otherName), b)),
  corrupted('another name in code', ([a, b]) =>
    joined(changeAnchor(a, ['code', 'env', 'flag'], otherName), b),
  ),
  corrupted('a negation turned round', ([a, b]) => joined(turned(a), b)),
  corrupted('a fact left out', ([a]) => ended(a)),
  corrupted('a fact added', ([a, b]) => `${ended(a)} ${ended(b)} It was measured at 417 ms on 12 nodes.`),
  {
    ...corrupted('two facts as one', ([a]) => a),
    kind: 'dedup',
  },
]

function faithful(name: string, answer: Answers['answer']): Answers {
  return { name, kind: 'fuse', isFaithful: true, answer }
}

function corrupted(name: string, answer: Answers['answer']): Answers {
  return { name, kind: 'fuse', isFaithful: false, answer }
}

/** Real statements, joined faithfully and corrupted in every way that a model was seen to. */
export async function run(): Promise<BenchResult> {
  if (!existsSync(DATA)) return { claim: CLAIM, how: 'Skipped: no data at VARVE_DATA.', table: '' }
  const pairs = readPairs()
  const judged = ANSWERS.map((answers) => ({ answers, verdicts: verdictsOf(answers, pairs) }))
  const rows = judged.map(({ answers, verdicts }) => row(answers, verdicts))
  const sum = (isFaithful: boolean) =>
    row(
      { name: isFaithful ? 'all faithful' : 'all corrupted', isFaithful },
      judged.filter(({ answers }) => answers.isFaithful === isFaithful).flatMap(({ verdicts }) => verdicts),
    )
  return {
    claim: CLAIM,
    how: `Pairs of neighbouring lines of documents of public repositories, ${pairs.length} of them, of which neither contradicts the other; each answer goes the way of a model’s: its schema, the caps, the guard. Stopped: rejected, or left to a person. Passed: applied without one.`,
    table: renderTable(
      ['answer', 'tried', 'rejected', 'to a person', 'stopped (≥ 99 %)', 'passed (≥ 90 %)'],
      [...rows, sum(true), sum(false)],
    ).concat(nearMisses()),
  }
}

/** A model that makes one entry of every pair of the near-miss set. */
function nearMisses(): string {
  const { falseMerges, apart, same, merged } = measureNearMisses(readNearMiss())
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  const table = renderTable(
    ['near misses', 'pairs', 'merged', ''],
    [
      ['must stay apart', String(apart), String(falseMerges.length), ''],
      ['say the same', String(same), String(merged), `recall ${percent(merged / same)}`],
      [
        'all',
        String(apart + same),
        String(merged + falseMerges.length),
        `precision ${percent(merged / (merged + falseMerges.length))}`,
      ],
    ],
  )
  const left = falseMerges.map(({ id, kind }) => `${id} (${kind})`).join(', ')
  return `\n\nOf the labelled near misses of \`bench/merge\` a model makes one entry of each pair, by the words of either, called a duplicate or a fusion:\n\n${table}\n\nMerged though they must stay apart: ${left === '' ? 'none' : left}.`
}

function row(
  { name, isFaithful }: Pick<Answers, 'name' | 'isFaithful'>,
  verdicts: readonly Proposal['verdict'][],
): readonly string[] {
  const share = (wanted: (verdict: Proposal['verdict']) => boolean) =>
    verdicts.length === 0 ? '-' : `${((100 * verdicts.filter(wanted).length) / verdicts.length).toFixed(1)} %`
  const count = (wanted: Proposal['verdict']) =>
    String(verdicts.filter((verdict) => verdict === wanted).length)
  return [
    name,
    String(verdicts.length),
    count('reject'),
    count('review'),
    isFaithful ? '' : share((verdict) => verdict !== 'accept'),
    isFaithful ? share((verdict) => verdict === 'accept') : '',
  ]
}

function verdictsOf(answers: Answers, pairs: readonly Pair[]): readonly Proposal['verdict'][] {
  const verdicts: Proposal['verdict'][] = []
  for (const pair of pairs) {
    if (verdicts.length === EACH) break
    if (answers.kind === 'dedup' && comparePair(...pair).verdict !== 'distinct') continue
    const text = answers.answer(pair)
    if (text === undefined) continue
    const verdict = verdictOf(answers.kind, pair, text)
    if (verdict !== undefined) verdicts.push(verdict)
  }
  return verdicts
}

interface DocLine {
  readonly repo: string
  readonly doc: string
  readonly text: string
}

const SHORTEST = 30
const LONGEST = 220

/** Lines that stand beside each other in one document, and don't contradict each other. */
function readPairs(): readonly Pair[] {
  const lines = readFileSync(DATA, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as DocLine)
    .filter(({ text }) => text.length >= SHORTEST && text.length <= LONGEST && /[a-z]/i.test(text))
    .map((line) => ({ ...line, text: line.text.replace(/^\s*(?:[-*+>]|#+)\s+/, '').trim() }))
    // A row of a table, or a line that names itself an order, is no statement of a memory.
    .filter(({ text }) => !text.startsWith('|') && !text.includes('<!--'))
  return lines.flatMap((line, at): readonly Pair[] => {
    const next = lines[at + 1]
    if (next === undefined || next.doc !== line.doc || next.repo !== line.repo || next.text === line.text)
      return []
    return at % STEP > 0 || comparePair(line.text, next.text).verdict === 'contradicts'
      ? []
      : [[line.text, next.text]]
  })
}

function joined(a: string | undefined, b: string): string | undefined {
  return a === undefined ? undefined : `${ended(a)} ${ended(b)}`
}

function ended(text: string): string {
  return /[.!?:。]$/.test(text) ? text : `${text}.`
}

function bare(text: string): string {
  return text.replace(/(?<=[\p{L}\p{N})\]}"'%>])[.;:]+$/u, '')
}

function changeAnchor(
  text: string,
  types: readonly string[],
  change: (raw: string) => string,
): string | undefined {
  const anchor = anchorsOf(text).find(({ type, raw }) => types.includes(type) && text.includes(raw))
  return anchor === undefined ? undefined : text.replace(anchor.raw, () => change(anchor.raw))
}

function otherNumber(raw: string): string {
  return raw.replace(/\d+/, (digits) => String(Number(digits) + 1))
}

/** Another name of the same form. */
function otherName(raw: string): string {
  const at = raw.search(/[a-z][a-z]/i)
  return at < 0 ? `${raw}x` : `${raw.slice(0, at + 1)}q${raw.slice(at + 1)}`
}

function turned(text: string): string | undefined {
  const without = text.replace(/\b(?:not|never) /i, '')
  if (without !== text) return without
  const verb = /\b(?:is|are|must|should|can|will)\b (?!not\b)/i.exec(text)
  if (verb === null) return undefined
  const end = verb.index + verb[0].length
  return `${text.slice(0, end)}not ${text.slice(end)}`
}

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { LabelledPair, PairSet, Truth } from './labelled-pair.ts'
import { readNearMiss } from './read-near-miss.ts'

const DATA = process.env.VARVE_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))

/** Sets that are only measured with: a parser of each, and the file it reads. */
const PUBLIC_SETS: readonly {
  readonly name: string
  readonly file: string
  readonly parse: (text: string) => readonly LabelledPair[]
}[] = [
  {
    name: 'agent-memory',
    file: 'benchmarks/pairs-agent-memory/labelled.jsonl',
    parse: parseAgentMemory,
  },
  { name: 'SICK', file: 'benchmarks/pairs/sick.tsv', parse: parseSentencePairs },
  { name: 'STS-B', file: 'benchmarks/pairs/stsb-en.tsv', parse: parseSentencePairs },
]

/** The sets that are there, and the names of those that aren't. */
export function readPairSets(): { readonly sets: readonly PairSet[]; readonly absent: readonly string[] } {
  const present = PUBLIC_SETS.filter(({ file }) => existsSync(`${DATA}/${file}`))
  const sets = present.map(({ name, file, parse }) => ({
    name,
    pairs: parse(readFileSync(`${DATA}/${file}`, 'utf8')),
  }))
  return {
    sets: [{ name: 'near-miss', pairs: readNearMiss() }, ...sets],
    absent: PUBLIC_SETS.filter((set) => !present.includes(set)).map(({ name }) => name),
  }
}

const TRUTH_OF_AGENT_LABEL: Readonly<Record<string, Truth>> = {
  dup: 'same',
  subsume: 'same',
  overlap: 'fusable',
}

interface AgentMemoryRow {
  readonly n: number
  readonly label: string
  readonly repo: string
  readonly a: { readonly text: string }
  readonly b: { readonly text: string }
}

function parseAgentMemory(text: string): readonly LabelledPair[] {
  return linesOf(text).map((line) => {
    // The file is this shape by its manifest.
    const row = JSON.parse(line) as AgentMemoryRow
    return {
      id: `am-${row.n}`,
      language: 'en',
      label: row.label,
      kind: row.repo,
      a: row.a.text,
      b: row.b.text,
      truth: TRUTH_OF_AGENT_LABEL[row.label] ?? 'apart',
    }
  })
}

/** SICK and STS-B: label 1 is a pair whose sentences say the same. */
function parseSentencePairs(text: string): readonly LabelledPair[] {
  return linesOf(text)
    .slice(1)
    .map((line) => {
      const [id = '', , label, , relation = '', a = '', b = ''] = line.split('\t')
      const isSame = label === '1'
      return {
        id,
        language: 'en',
        label: isSame ? 'same' : 'apart',
        kind: relation,
        a,
        b,
        truth: isSame ? 'same' : 'apart',
      }
    })
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '')
}

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ROOT, renderTable } from '../measure.ts'
import type { BenchResult } from '../run.ts'
import { embedDialogue } from './embed-dialogue.ts'
import { type Dialogue, type Question, readDialogues } from './locomo.ts'
import { openFts5, openMiniSearch, openSubstring, openVarve, type Searcher } from './searchers.ts'

const DEPTHS = [5, 10, 20]
const MINISEARCH = 'minisearch@7.2.0'

/** Whether a search by the question brings back the turns of a dialogue that answer it. */
export async function run(): Promise<BenchResult> {
  const file = join(
    process.env.VARVE_DATA ?? join(ROOT, '../shared/data'),
    'benchmarks/memory-qa/locomo-6.json',
  )
  if (!existsSync(file)) throw new Error(`no dialogues: ${file}; VARVE_DATA names the folder of public data`)
  // The first, third and fifth served to choose weights; nothing of them is in the table.
  const dialogues = readDialogues(file).filter((_, index) => index % 2 === 1)
  const miniSearch = installMiniSearch()
  const sums = new Map<string, number[]>()
  for (const dialogue of dialogues) {
    const searchers = [
      ...(await openVarve(dialogue, await embedDialogue(dialogue))),
      openFts5(dialogue),
      openMiniSearch(dialogue, miniSearch),
      openSubstring(dialogue),
    ]
    for (const searcher of searchers) addRecall(sums, searcher, dialogue)
  }
  const questions = dialogues.reduce((sum, dialogue) => sum + dialogue.questions.length, 0)
  const turns = dialogues.reduce((sum, dialogue) => sum + dialogue.turns.length, 0)
  return {
    claim: 'A question finds what answers it',
    how: `LoCoMo: ${dialogues.map(({ name }) => name).join(', ')}; ${turns} turns as entries, ${questions} questions as queries, as they are. Recall of the turns named as evidence among the first 5, 10 and 20 results, averaged over questions. Weights were chosen on three other dialogues. The substring search is the rule of server-memory's \`search_nodes\`.`,
    table: renderTable(
      ['search', ...DEPTHS.map((depth) => `recall@${depth}`)],
      [...sums].map(([name, sum]) => [
        name,
        ...sum.map((each) => `${((100 * each) / questions).toFixed(1)} %`),
      ]),
    ),
  }
}

function addRecall(sums: Map<string, number[]>, { name, find }: Searcher, { questions }: Dialogue): void {
  const sum = sums.get(name) ?? DEPTHS.map(() => 0)
  for (const question of questions) {
    const found = find(question)
    for (const [index, depth] of DEPTHS.entries()) {
      sum[index] = (sum[index] ?? 0) + recallAt(found.slice(0, depth), question)
    }
  }
  sums.set(name, sum)
}

function recallAt(found: readonly string[], { evidence }: Question): number {
  return evidence.filter((id) => found.includes(id)).length / evidence.length
}

/** Kept between runs, outside of what this project installs. */
function installMiniSearch(): unknown {
  const cache = join(ROOT, 'node_modules/.cache/varve-bench-recall')
  if (!existsSync(join(cache, 'node_modules/minisearch'))) {
    mkdirSync(cache, { recursive: true })
    const npm = spawnSync('npm', ['install', '--prefix', cache, '--no-audit', '--no-fund', MINISEARCH], {
      stdio: 'ignore',
    })
    if (npm.status !== 0) throw new Error(`could not install ${MINISEARCH}`)
  }
  return createRequire(join(cache, 'any.js'))('minisearch')
}

// Fills a store of made-up facts and searches it. Usage: worker.ts <entries>
import { openView, type Store } from '../../packages/core/src/index.ts'
import { searchEntries } from '../../packages/core/src/recall/index.ts'
import { BUILT_AT, buildEntry, buildRow, buildView } from '../../packages/core/src/testing/index.ts'
import { makeFacts } from '../corpus.ts'
import { median } from '../measure.ts'
import { measureStore } from '../measure-store.ts'
import type { Asked, Measured } from './run.ts'

const ROUNDS = 20
const WARM_UP = 3

/** Common words, rare ones, both, names that nobody has, questions; of keywords every word has to be there. */
const QUERIES: readonly { readonly text: string; readonly words?: readonly string[] }[] = [
  { text: 'port', words: ['port'] },
  { text: 'database', words: ['database'] },
  { text: 'the', words: ['the'] },
  { text: 'database cache', words: ['database', 'cache'] },
  { text: 'uses port 1234', words: ['uses', 'port', '1234'] },
  { text: 'port 54321', words: ['port', '54321'] },
  { text: 'schema migration retry timeout', words: ['schema', 'migration', 'retry', 'timeout'] },
  { text: 'kubernetes ingress', words: ['kubernetes', 'ingress'] },
  { text: 'databse' },
  { text: 'which port does the database worker use' },
  { text: 'what is the state of the render component' },
]

const entries = Number(process.argv[2])
measureStore(fill, measure)

function fill(store: Store): void {
  store.transact('fill', (writer) => {
    for (const { id, text, category } of makeFacts(entries)) {
      const entry = buildEntry(id, { content: text, category })
      writer.putEntry(entry, buildRow(entry))
      writer.putViews([buildView(id)])
    }
  })
}

function measure(store: Store): Measured {
  const view = openView(store, [])
  const search = (text: string) => searchEntries(store, view, { text, now: BUILT_AT, limit: 20 })
  const all: number[] = []
  const asked = QUERIES.map(({ text, words }): Asked => {
    for (let round = 0; round < WARM_UP; round++) search(text)
    const before = process.cpuUsage()
    const times = Array.from({ length: ROUNDS }, () => {
      const started = performance.now()
      search(text)
      return performance.now() - started
    })
    const { user, system } = process.cpuUsage(before)
    all.push(...times)
    const counted = words === undefined ? undefined : countHaving(words)
    const { total, isCapped } = search(text)
    const cpu = (user + system) / 1000 / ROUNDS
    return { query: text, milliseconds: median(times), cpu, total, isCapped, counted }
  })
  const sorted = all.sort((a, b) => a - b)
  return { asked, p95: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN }
}

function countHaving(words: readonly string[]): number {
  let count = 0
  for (const { text } of makeFacts(entries)) {
    const own = new Set(text.toLowerCase().match(/\w+/g))
    if (words.every((word) => own.has(word))) count += 1
  }
  return count
}

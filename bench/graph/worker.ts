// Fills a store of linked notes and walks it. Usage: worker.ts <entries>
import { openDigests } from '../../packages/core/src/digest/index.ts'
import { type EntryId, est1, openView, rebuildViews, type Store } from '../../packages/core/src/index.ts'
import {
  findPath,
  type NoteSource,
  openGraph,
  readBlocks,
  readGraphNotes,
  selectEntries,
  sortLinks,
  treeText,
  USUAL_WALK,
  type WalkRules,
  walkGraph,
} from '../../packages/core/src/recall/index.ts'
import { BUILT_AT, buildEntry, buildRow } from '../../packages/core/src/testing/index.ts'
import { makeFacts } from '../corpus.ts'
import { median } from '../measure.ts'
import { measureStore } from '../measure-store.ts'
import type { Asked } from './run.ts'

const ROUNDS = 20
const LINKS_EACH = 5
/** A digest stands for the nine notes after it; every tenth ten of notes has one. */
const CLUMP = 10
const CHAIN = 1000

const entries = Number(process.argv[2])
measureStore(fill, measure)

function idOf(at: number): EntryId {
  return `fact-${String(((at % entries) + entries) % entries).padStart(8, '0')}` as EntryId
}

/** Links as notes have them: to what was written near by, one in fifty to anything, in types of all costs. */
function fill(store: Store): void {
  const types = ['related', 'supports', 'part-of', 'follows', 'derived-from']
  store.transact('fill', (writer) => {
    let at = 0
    for (const { id, text, category } of makeFacts(entries)) {
      const entry = buildEntry(id, { title: `Note ${at}`, content: text, category })
      writer.putEntry(entry, buildRow(entry))
      for (let link = 0; link < LINKS_EACH; link++) {
        const isFar = (at * LINKS_EACH + link) % 50 === 0
        const to = isFar ? Math.imul(at, 2_654_435_761) >>> 1 : at + 1 + ((at * 7 + link * 13) % 50)
        const type = types[(at + link) % types.length] ?? 'related'
        writer.putLink({ from: idOf(at), to: idOf(to), type, source: 'typed' })
      }
      for (let under = 1; under < CLUMP && at % (CLUMP * CLUMP) === 0; under++)
        stand(idOf(at), idOf(at + under))
      at += 1
    }
    for (let depth = 0; depth <= CHAIN; depth++) {
      const entry = buildEntry(chainId(depth), { title: `Level ${depth}`, content: `Level ${depth}.` })
      writer.putEntry(entry, buildRow(entry))
      if (depth > 0) stand(chainId(depth), chainId(depth - 1))
    }

    function stand(top: EntryId, under: EntryId): void {
      writer.putLineage({ kind: 'digests', top, under, recorded: BUILT_AT, by: 'bench' })
    }
    rebuildViews(writer)
  })
}

function chainId(depth: number): EntryId {
  return `chain-${depth}` as EntryId
}

function measure(store: Store): readonly Asked[] {
  const view = openView(store, [])
  const source: NoteSource = {
    reader: store,
    view,
    isRaw: false,
    counter: est1,
    compaction: { withIds: false, expands: false, depth: 1 },
  }
  const graph = () => openGraph(store, view, { isRaw: false })

  function tree(from: EntryId, rules: WalkRules): number {
    const opened = graph()
    const root = opened.nodeOf(from) ?? from
    const { visits, steps, truncation } = walkGraph(opened, root, rules)
    const notes = readGraphNotes(source, visits, new Map([[root, from]]))
    const page = {
      root,
      direction: rules.direction,
      maxHops: rules.maxHops,
      invertsInbound: true,
      truncation,
    }
    treeText({ ...page, notes, links: sortLinks(steps, visits), issues: [] }, (id) => id)
    return notes.length
  }

  function path(from: EntryId, to: EntryId): number {
    const opened = graph()
    const [start, end] = [opened.nodeOf(from) ?? from, opened.nodeOf(to) ?? to]
    const { visits } = findPath(opened, start, end, { ...USUAL_WALK, maxHops: 10 })
    return readGraphNotes(source, visits, new Map()).length
  }

  function bundle(notes: readonly EntryId[], hasBacklinks: boolean, relatedAt: number | undefined): number {
    const selection = { notes, roots: [], isTransitive: false, walk: undefined, query: undefined, tags: [] }
    const more = { categories: [], minimumValue: undefined, filters: [], hasBacklinks, relatedAt }
    const search = () => []
    const from = { reader: store, view, graph: graph(), isRaw: false, search }
    const { selected } = selectEntries(from, { ...selection, ...more })
    return readBlocks(source, selected).length
  }

  const start = (round: number) => idOf(round * 2477 + 5)
  return [
    ask(
      '`tree`, 3 hops, of 50 notes at most',
      (round) => tree(start(round), { ...USUAL_WALK, maxNodes: 50 }),
      20,
    ),
    ask('`tree`, 3 hops out', (round) => tree(start(round), { ...USUAL_WALK, direction: 'out' }), 20),
    ask('`tree`, 3 hops, both ways, no limit', (round) => tree(start(round), USUAL_WALK), 20),
    ask('`tree --weighted`, of 50 notes at most', (round) =>
      tree(start(round), { ...USUAL_WALK, isWeighted: true, maxNodes: 50 }),
    ),
    ask('`path` to a note 100 farther', (round) => path(start(round), idOf(round * 2477 + 105))),
    ask('`path` to a note anywhere', (round) => path(start(round), start(round + 17))),
    ask('`canon` through 1,000 digests', () => Number(view.canon(chainId(0)) === chainId(CHAIN))),
    ask('`compact status` of a note under 1,000 digests', () => {
      return openDigests(store, view, [chainId(0)]).topsOf(chainId(0)).length
    }),
    ask('`context` of 20 notes', (round) => bundle(twenty(round), false, undefined)),
    ask('`context` of 20 notes with what links to them', (round) => bundle(twenty(round), true, undefined)),
    ask('`context` of a note with what is like it', (round) => bundle([start(round)], false, 0.3)),
  ]

  function twenty(round: number): readonly EntryId[] {
    return Array.from({ length: 20 }, (_, at) => start(round * 20 + at))
  }
}

function ask(question: string, work: (round: number) => number, promised?: number): Asked {
  work(0) // The first one warms up.
  const times: number[] = []
  let notes = 0
  const before = process.cpuUsage()
  const began = performance.now()
  for (let round = 1; round <= ROUNDS; round++) {
    const started = performance.now()
    notes += work(round)
    times.push(performance.now() - started)
  }
  const wall = performance.now() - began
  const { user, system } = process.cpuUsage(before)
  const cpu = (user + system) / 1000
  const sorted = times.toSorted((a, b) => a - b)
  return {
    question,
    median: median(times),
    p95: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN,
    cpu: cpu / ROUNDS,
    cpuRatio: cpu / wall,
    notes: Math.round(notes / ROUNDS),
    ...(promised !== undefined && { promised }),
  }
}

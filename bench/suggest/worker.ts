// Fills a store of made-up clumps and looks for them. Usage: worker.ts <entries>
import {
  type EntryId,
  est1,
  openView,
  type Store,
  SUGGEST_DEFAULTS,
  suggestDigests,
} from '../../packages/core/src/index.ts'
import { buildEntry, buildRow, buildView } from '../../packages/core/src/testing/index.ts'
import { mulberry32 } from '../corpus.ts'
import { median } from '../measure.ts'
import { measureStore } from '../measure-store.ts'
import type { Measured } from './run.ts'

const ROUNDS = 3
const COMMON_WORDS = 4_000
const BROAD_TAGS = 20

interface MadeNote {
  readonly id: string
  readonly title: string
  readonly content: string
  readonly tags: readonly string[]
  readonly targets: readonly string[]
}

const entries = Number(process.argv[2])
const clumps = makeClumps(entries)
measureStore(
  (store) => fill(store, clumps.flat()),
  (store) => measure(store, clumps),
)

function makeClumps(count: number): readonly (readonly MadeNote[])[] {
  const random = mulberry32(11)
  const below = (limit: number) => Math.floor(random() * limit)
  const clumps: MadeNote[][] = []
  for (let made = 0; made < count; ) {
    const size = Math.min(count - made, 8 + below(8))
    const ids = Array.from({ length: size }, (_, at) => idOf(made + at))
    clumps.push(ids.map((id) => makeNote(id, ids, clumps.length)))
    made += size
  }
  return clumps

  function makeNote(id: string, own: readonly string[], clump: number): MadeNote {
    // Squared, so that some words are much commoner than others, as in any language.
    const common = Array.from({ length: 40 }, () => `w${Math.floor(random() ** 2 * COMMON_WORDS)}`)
    const telling = Array.from({ length: 8 }, () => `topic${clump}x${below(20)}`)
    return {
      id,
      title: `Note ${telling[0]}`,
      content: [...common, ...telling].sort(() => random() - 0.5).join(' '),
      tags: [`clump-${clump}`, `broad-${below(BROAD_TAGS)}`],
      targets: [...Array.from({ length: 5 }, () => own[below(own.length)] ?? id), idOf(below(count))],
    }
  }
}

function idOf(number: number): string {
  return `note-${String(number).padStart(8, '0')}`
}

function fill(target: Store, notes: readonly MadeNote[]): void {
  target.transact('fill', (writer) => {
    for (const { id, title, content, tags, targets } of notes) {
      const entry = buildEntry(id, { title, content, tags: [...tags].sort() })
      writer.putEntry(entry, buildRow(entry))
      writer.putViews([buildView(id)])
      for (const to of new Set(targets)) {
        if (to !== id) {
          writer.putLink({ from: entry.id, to: to as EntryId, type: 'related', source: 'inline' })
        }
      }
    }
  })
}

function measure(target: Store, clumps: readonly (readonly MadeNote[])[]): Measured {
  const view = openView(target, [])
  const suggest = () => suggestDigests(target, view, est1, SUGGEST_DEFAULTS)
  const found = suggest() // The first one warms up.
  const times = Array.from({ length: ROUNDS }, () => {
    const started = process.cpuUsage()
    suggest()
    const { user, system } = process.cpuUsage(started)
    return (user + system) / 1000
  })
  const groups = new Set(found.map(({ ids }) => ids.join(' ')))
  return {
    links: target.links({}).length,
    milliseconds: median(times),
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
    candidates: found.length,
    planted: clumps.length,
    exact: clumps.filter((clump) => groups.has(clump.map(({ id }) => id).join(' '))).length,
  }
}

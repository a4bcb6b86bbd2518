// Fills a store of made-up clumps, or looks for them in one. Usage: worker.ts fill|once|measure <store> <entries>
import { SUGGEST_DEFAULTS, suggestDigests } from '../../packages/core/src/digest/index.ts'
import { seededRandom } from '../../packages/core/src/domain/seeded-random.ts'
import { type EntryId, est1, openView } from '../../packages/core/src/index.ts'
import { buildEntry, buildRow, buildView } from '../../packages/core/src/testing/index.ts'
import { openSqliteStore } from '../../packages/store-sqlite/src/index.ts'
import { median } from '../measure.ts'
import type { Measured, Once } from './run.ts'

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

const [phase = '', path = '', entries = ''] = process.argv.slice(2)
const store = openSqliteStore(path, { project: 'bench' })
const PHASES: Readonly<Record<string, () => object>> = {
  fill: () => fill(makeClumps(Number(entries)).flat()),
  once,
  measure: () => measure(makeClumps(Number(entries))),
}
const result = PHASES[phase]?.()
store.close()
process.stdout.write(`${JSON.stringify(result)}\n`)

function makeClumps(count: number): readonly (readonly MadeNote[])[] {
  const random = seededRandom(11)
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

function fill(notes: readonly MadeNote[]): object {
  store.transact('fill', (writer) => {
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
  return { links: store.links({}).length }
}

function suggest() {
  return suggestDigests(store, openView(store, []), est1, SUGGEST_DEFAULTS)
}

/** What somebody waits for who asks once, and what memory that takes. */
function once(): Once {
  const started = process.cpuUsage()
  suggest()
  const { user, system } = process.cpuUsage(started)
  return { firstMilliseconds: (user + system) / 1000, peakMegabytes: process.resourceUsage().maxRSS / 1024 }
}

function measure(clumps: readonly (readonly MadeNote[])[]): Measured {
  const found = suggest() // The first one warms up.
  const times = Array.from({ length: ROUNDS }, () => {
    const started = process.cpuUsage()
    suggest()
    const { user, system } = process.cpuUsage(started)
    return (user + system) / 1000
  })
  const groups = new Set(found.map(({ ids }) => ids.join(' ')))
  return {
    milliseconds: median(times),
    candidates: found.length,
    planted: clumps.length,
    exact: clumps.filter((clump) => groups.has(clump.map(({ id }) => id).join(' '))).length,
  }
}

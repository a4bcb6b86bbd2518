import { closeSync, openSync, writeSync } from 'node:fs'
import { seededRandom } from '../packages/core/src/domain/seeded-random.ts'

const WORDS =
  'service database cache worker request response handler queue index token budget memory agent session commit branch deploy staging config schema migration retry timeout header cookie route module package build lint format test fixture snapshot render component state store effect hook plugin parser lexer planner journal record replica cursor batch stream socket buffer thread lock'.split(
    ' ',
  )
const CATEGORIES = ['conventions', 'architecture', 'operations', 'decisions']

/** Made-up facts of about 150 characters, the same on every machine: every fifth repeats an earlier one. */
export function* makeFacts(
  count: number,
): Generator<{ readonly id: string; readonly text: string; readonly category: string }> {
  const random = seededRandom(7)
  for (let i = 0; i < count; i++) {
    const words = Array.from(
      { length: 12 + Math.floor(random() * 12) },
      () => WORDS[Math.floor(random() * WORDS.length)],
    )
    const number = i % 5 === 4 ? i - 4 : i
    const text = i % 5 === 4 ? `fact ${number} again` : words.join(' ')
    yield {
      id: `fact-${String(i).padStart(8, '0')}`,
      text: `Fact ${number}: the ${text} uses port ${1000 + (number % 60_000)}.`,
      category: CATEGORIES[i % 4] ?? 'conventions',
    }
  }
}

/** Three words of such facts, as agents ask: others each time. */
export function queryAt(n: number): string {
  return [7 * n + 3, 13 * n + 5 * Math.floor(n / 58) + 17, 29 * n + Math.floor(n / 7) + 31]
    .map((place) => WORDS[place % WORDS.length])
    .join(' ')
}

/** The facts as a JSON Lines file, for an import. */
export function writeFacts(file: string, count: number): void {
  const out = openSync(file, 'w')
  let buffer = ''
  for (const fact of makeFacts(count)) {
    buffer += `${JSON.stringify({ ...fact, created_at: '2026-03-07T12:00:00Z', tags: ['bench'] })}\n`
    if (buffer.length > 1 << 20) {
      writeSync(out, buffer)
      buffer = ''
    }
  }
  writeSync(out, buffer)
  closeSync(out)
}

import { isEntryId, recordHeader, recordLine, type StoreReader } from '@varve/core'
import { comparePair, type PairResult, renderPairResult, type TextContext } from '@varve/core/guard'
import { contextOf } from '@varve/core/near'
import { positional } from './field.ts'
import { findEntryIfAny } from './find-entry.ts'
import { defineOperation } from './operation.ts'

/** `varve guard pair`: what the guard says of two texts, and why. */
export const guardPair = defineOperation({
  name: 'guard pair',
  summary: 'Say whether two texts may count as one',
  effect: 'reads',
  standsAlone: true,
  fields: {
    a: positional('A text, or the id of an entry', 'text-or-id'),
    b: positional('Another', 'text-or-id'),
  },
  examples: [
    'varve guard pair "Use port 3000" "Use port 3001"',
    'varve guard pair 7c1d09aa "Run tests with `pnpm test`" --json',
  ],
  run({ a, b }, context) {
    const [one, other] = [readSide(context.reading(), a), readSide(context.reading(), b)]
    const result = comparePair(one.text, other.text, {
      ...(one.context && { a: one.context }),
      ...(other.context && { b: other.context }),
    })
    return { json: result, human: `${renderPairResult(result)}\n`, records: records(result) }
  },
})

interface Side {
  readonly text: string
  readonly context?: TextContext
}

function readSide(reader: StoreReader, typed: string): Side {
  const id = isEntryId(typed) && typed.length >= SHORTEST_ID ? findEntryIfAny(reader, typed) : undefined
  const entry = id && reader.entry(id)
  return entry === undefined ? { text: typed } : { text: entry.content, context: contextOf(entry) }
}

const SHORTEST_ID = 4

function records(result: PairResult): string {
  const anchors = [
    ...result.only_a.map((anchor) => ({ side: 'a', anchor })),
    ...result.only_b.map((anchor) => ({ side: 'b', anchor })),
  ]
  return `${[
    recordHeader('guard.pair', { verdict: result.verdict }),
    ...result.reasons.map((reason) => recordLine('D', ['reason', reason], {})),
    ...result.flags.map((flag) => recordLine('D', ['flag', flag], {})),
    ...anchors.map(({ side, anchor }) =>
      recordLine('D', ['anchor', anchor.type], { side, value: anchor.value }),
    ),
  ].join('\n')}\n`
}

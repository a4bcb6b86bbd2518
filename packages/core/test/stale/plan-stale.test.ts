import { expect, test } from 'vitest'
import type { Entry } from '../../src/domain/entry.ts'
import { contentHash } from '../../src/domain/entry.ts'
import { createMemoryStore } from '../../src/memory-store/memory-store.ts'
import { planStale, staleItemId } from '../../src/stale/plan-stale.ts'
import type { StaleCheck } from '../../src/stale/stale-check.ts'
import { buildEntry, buildRow } from '../../src/testing/builders.ts'

const BROKEN = { status: 'broken', rule: 'ST1', reason: 'path gone: a.ts', file: 'a.ts' } as const
const KNOWN = { status: 'unknown', rule: 'ST9', reason: 'no reference found', file: undefined } as const
const flag = (
  reason: string,
  evidence?: { readonly rule: string; readonly file: string },
): Entry['flags'] => [{ kind: 'stale', reason, by: 'me', at: 1, ...(evidence && { evidence }) }]

function planned(
  standing: typeof BROKEN | typeof KNOWN,
  flags: Entry['flags'] = [],
  {
    refused,
    seen = [],
    version = buildEntry('e1').text_version,
  }: {
    readonly refused?: string
    readonly seen?: readonly string[]
    readonly version?: Entry['text_version']
  } = {},
) {
  const store = createMemoryStore()
  const entry = buildEntry('e1', { flags })
  store.transact('fill', (writer) => {
    writer.putEntry(entry, buildRow(entry))
    if (refused === undefined) return
    const decision = { action: 'reject', texts: [contentHash(entry)], about: refused }
    writer.putReview(staleItemId(entry.id), decision)
  })
  const check: StaleCheck = { id: entry.id, version, seen, ...standing, findings: [], isAging: false }
  return planStale(store, [check]).operations.map((each) => [each.op, 'reason' in each ? each.reason : ''])
}

test('what is broken is flagged with its reason, once', () => {
  expect(planned(BROKEN)).toEqual([['flag.set', 'path gone: a.ts']])
  expect(planned(BROKEN, flag('path gone: a.ts'))).toEqual([])
  expect(planned(BROKEN, flag('other'))).toEqual([['flag.set', 'path gone: a.ts']])
})

test('a flag of a rule is cleared when nothing bears it out; one of a person stays', () => {
  const gone = flag('path gone: a.ts', { rule: 'ST1', file: 'a.ts' })
  expect(planned(KNOWN, gone, { seen: ['a.ts'] })).toEqual([['flag.clear', 'nothing bears it out any more']])
  expect(planned(KNOWN, flag('script gone: x', { rule: 'ST4', file: 'Makefile' }))).toHaveLength(1)
  // Where git can’t be asked, a path that isn’t there may still be gone.
  expect(planned(KNOWN, gone)).toEqual([])
  expect(planned(KNOWN, flag('I was told so'))).toEqual([])
})

test('what a person refused is not raised again for the same reason', () => {
  expect(planned(BROKEN, [], { refused: 'path gone: a.ts' })).toEqual([])
  expect(planned(BROKEN, [], { refused: 'path gone: b.ts' })).toEqual([['flag.set', 'path gone: a.ts']])
})

test('what was changed while it was looked at is left for the next check', () => {
  const version = buildEntry('e1', { recorded: 2 }).text_version
  expect(version).not.toBe(buildEntry('e1').text_version)
  expect(planned(BROKEN, [], { version })).toEqual([])
})

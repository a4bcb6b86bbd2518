import { expect, test } from 'vitest'
import { createMemoryStore, type Session, type SessionMark, type Store } from '../../../src/index.ts'
import { searchSessions } from '../../../src/sessions/index.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const SAID = Date.UTC(2026, 2, 7, 22)

function sessionOf(id: string, last_event_at = SAID): Session {
  return {
    ...{ id, agent: 'claude-code', external_id: id, kind: 'main', root_id: id, branch: null },
    ...{ started_at: SAID, last_event_at, commits: [], message_count: 0, part_count: 0, raw_bytes: 0 },
    ...{ stored_bytes: 0, redactions: {} },
  }
}

function storeOf(
  said: Readonly<Record<string, readonly string[]>>,
  marks: readonly SessionMark[] = [],
): Store {
  const store = createMemoryStore()
  store.transact('fill', (writer) => {
    for (const [index, [id, texts]] of Object.entries(said).entries()) {
      writer.putSession(sessionOf(id, SAID + index))
      const messages = texts.map((text, at) => {
        const parts = [{ kind: 'text', text }] as const
        return { id: `m_${id}${at}`, role: 'user' as const, parts }
      })
      writer.putMessages(id, messages)
    }
    for (const mark of marks) writer.putSessionMark(mark)
  })
  return store
}

function found(store: Store, text: string, { now = SAID, days = 30 } = {}): readonly string[] {
  return Array.from(searchSessions(store, now, text, days), ({ message }) => message.id)
}

test('messages with every word are found, the newest session first', () => {
  const store = storeOf({
    s_a: ['The deploy failed on port 3000', 'And again, after deploys'],
    s_b: ['Nothing', 'It failed: the deploy'],
  })
  expect(found(store, 'deploy failed')).toEqual(['m_s_b1', 'm_s_a0'])
  expect(found(store, '"unbalanced ???')).toEqual([])
  expect(found(store, '')).toEqual([])
})

test('a session that was laid aside or left out is not looked at', () => {
  const marks = (['archive', 'exclude'] as const).map((mark, index) => {
    return { session: `s_${index}`, mark, name: '', value: {} }
  })
  expect(found(storeOf({ s_0: ['deploy'], s_1: ['deploy'], s_2: ['deploy'] }, marks), 'deploy')).toEqual([
    'm_s_20',
  ])
})

test('what was said expires after so many days in UTC, and never where they are 0 [LS-14]', () => {
  const store = storeOf({ s_a: ['deploy'] })
  const last = Date.UTC(2026, 3, 6, 23, 59)
  expect(found(store, 'deploy', { now: last })).toEqual(['m_s_a0'])
  expect(found(store, 'deploy', { now: last + 60_000 })).toEqual([])
  expect(found(store, 'deploy', { now: SAID + 8 * DAY_MS, days: 7 })).toEqual([])
  expect(found(store, 'deploy', { now: SAID + 9999 * DAY_MS, days: 0 })).toEqual(['m_s_a0'])
})

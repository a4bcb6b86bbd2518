import { expect, test } from 'vitest'
import type { Session } from '../../../src/domain/session.ts'
import { markedSession } from '../../../src/sessions/list/session-status.ts'

const HOUR_MS = 60 * 60 * 1000
const NOW = Date.UTC(2026, 2, 7)

const session: Session = {
  ...{ id: 's_a', agent: 'claude-code', external_id: 'a', kind: 'main', root_id: 's_a', branch: null },
  ...{ started_at: NOW, last_event_at: NOW, commits: [], message_count: 0, part_count: 0, raw_bytes: 0 },
  ...{ stored_bytes: 0, redactions: {} },
}

const statusAt = (now: number, ended_at?: number) =>
  markedSession(ended_at === undefined ? session : { ...session, ended_at }, [], now).status

test('a session is closed from its end on, and open again where it was resumed since', () => {
  expect(statusAt(NOW, NOW)).toBe('closed')
  expect(statusAt(NOW + HOUR_MS, NOW - 1)).toBe('open')
  expect(statusAt(NOW + 24 * HOUR_MS, NOW - 1)).toBe('abandoned')
  expect(statusAt(NOW + HOUR_MS)).toBe('open')
})

import type { Session, SessionMessage } from '../../domain/session.ts'
import type { Store, StoreWriter } from '../../ports/store.ts'
import { BUILT_AT } from '../builders.ts'
import { type ConformanceCase, same } from './expect.ts'

function session(id: string, fields: Partial<Session> = {}): Session {
  return {
    id,
    agent: 'claude-code',
    external_id: id,
    kind: 'main',
    root_id: id,
    branch: null,
    started_at: BUILT_AT,
    last_event_at: BUILT_AT,
    commits: [],
    message_count: 0,
    part_count: 0,
    raw_bytes: 0,
    stored_bytes: 0,
    redactions: {},
    ...fields,
  }
}

function said(id: string, text: string): SessionMessage {
  return { id, role: 'user', human: true, parts: [{ kind: 'text', text }] }
}

const write = <T>(store: Store, work: (writer: StoreWriter) => T): T => store.transact('sessions', work)

const textsOf = (store: Store, id: string, range = {}) =>
  [...store.sessionMessages(id, range)].map(({ ordinal, parts }) => `${ordinal} ${parts[0]?.text}`)

/** What is kept of sessions, and how far their transcripts were read. */
export const sessionCases: readonly ConformanceCase[] = [
  {
    name: 'sessions are listed newest first, ties by id, and written again as a whole',
    check(store) {
      write(store, (writer) => {
        for (const id of ['s_b', 's_a', 's_c']) writer.putSession(session(id))
        writer.putSession(session('s_c', { last_event_at: BUILT_AT + 1, title: 'later' }))
      })
      same(
        store.sessions().map(({ id }) => id),
        ['s_c', 's_a', 's_b'],
        'order',
      )
      same(store.session('s_c')?.title, 'later', 'the last write')
      same(store.session('s_x'), undefined, 'unknown')
    },
  },
  {
    name: 'messages of a session are kept once, in the order of their first coming',
    check(store) {
      const first = write(store, (writer) =>
        writer.putMessages('s_a', [said('m_2', 'two'), said('m_1', 'one')]),
      )
      const again = write(store, (writer) =>
        writer.putMessages('s_a', [said('m_1', 'one'), said('m_3', 'three')]),
      )
      same([first.added, first.parts, again.added, again.revised], [2, 2, 1, 0], 'counts')
      same(textsOf(store, 's_a'), ['0 two', '1 one', '2 three'], 'all')
      same(textsOf(store, 's_a', { from: 1, limit: 1 }), ['1 one'], 'a range')
      same(textsOf(store, 's_b'), [], 'of another session')
      same([store.sessionOfMessage('m_3'), store.sessionOfMessage('m_9')], ['s_a', undefined], 'whose')
    },
  },
  {
    name: 'a message that says something else now keeps its place, and what it said',
    check(store) {
      write(store, (writer) => writer.putMessages('s_a', [said('m_1', 'one'), said('m_2', 'two')]))
      const put = write(store, (writer) => writer.putMessages('s_a', [said('m_1', 'uno')]))
      write(store, (writer) => writer.putMessages('s_a', [said('m_1', 'eins')]))
      write(store, (writer) => writer.putMessages('s_a', [said('m_1', 'uno')]))
      same([put.added, put.revised], [0, 1], 'counts')
      same(textsOf(store, 's_a'), ['0 uno', '1 two'], 'the last')
      same(
        store.messageRevisions('m_1').map(({ parts }) => parts[0]?.text),
        ['one', 'eins'],
        'the earlier ones, each once',
      )
    },
  },
  {
    name: 'what is dropped of a session is gone and never comes back; what is said later is kept',
    check(store) {
      write(store, (writer) => writer.putMessages('s_a', [said('m_1', 'one')]))
      write(store, (writer) => writer.putMessages('s_a', [said('m_1', 'uno')]))
      write(store, (writer) => writer.dropMessages('s_a'))
      same([textsOf(store, 's_a'), store.messageRevisions('m_1')], [[], []], 'gone')
      const put = write(store, (writer) =>
        writer.putMessages('s_a', [said('m_1', 'one'), said('m_2', 'two')]),
      )
      same([put.added, put.revised], [1, 0], 'counts')
      same(textsOf(store, 's_a'), ['1 two'], 'what came later')
      same(store.messageRevisions('m_1'), [], 'no revision either')
    },
  },
  {
    name: 'a message that is rewritten says that alone, in its place; one that was dropped stays so',
    check(store) {
      write(store, (writer) => {
        writer.putMessages('s_a', [said('m_1', 'one'), said('m_2', 'two')])
        writer.putMessages('s_a', [said('m_1', 'uno')])
        writer.rewriteMessage(said('m_1', 'nothing'))
      })
      same(textsOf(store, 's_a'), ['0 nothing', '1 two'], 'in its place')
      same(store.messageRevisions('m_1'), [], 'nothing of what it said')
      write(store, (writer) => {
        writer.dropMessages('s_a')
        writer.rewriteMessage(said('m_1', 'again'))
      })
      same(textsOf(store, 's_a'), [], 'what was dropped')
    },
  },
  {
    name: 'marks of sessions are read by session, mark and name, until null takes them away',
    check(store) {
      const mark = { session: 's_a', mark: 'tag', name: 'ci', value: { at: 1 } } as const
      write(store, (writer) => {
        writer.putSessionMark(mark)
        writer.putSessionMark({ ...mark, name: 'api' })
        writer.putSessionMark({ ...mark, session: 's_0' })
      })
      same(
        store.sessionMarks('s_a').map(({ name }) => name),
        ['api', 'ci'],
        'of one',
      )
      same(
        store.sessionMarks().map((each) => each.session),
        ['s_0', 's_a', 's_a'],
        'of all',
      )
      same(store.sessionMark('s_a', 'tag', 'ci'), { at: 1 }, 'one')
      write(store, (writer) => writer.putSessionMark({ ...mark, value: null }))
      same(store.sessionMark('s_a', 'tag', 'ci'), undefined, 'taken away')
    },
  },
  {
    name: 'a cursor says how far a source was read',
    check(store) {
      const cursor = { format: 'codex', file_key: 'k', offset: 10, size: 12, lines: 1, tail_sha256: 't' }
      same(store.captureCursor('a'), undefined, 'at first')
      write(store, (writer) => writer.putCaptureCursor('a', cursor))
      write(store, (writer) => writer.putCaptureCursor('a', { ...cursor, offset: 20 }))
      same(store.captureCursor('a')?.offset, 20, 'the last')
    },
  },
  {
    name: 'a lease is one holder’s until it is dropped or runs out',
    check(store) {
      const take = (holder: string, now: number, until: number) =>
        write(store, (writer) => writer.takeLease({ name: 'work', holder, until }, now))
      same(take('a', 0, 10), true, 'free')
      same([take('b', 9, 20), take('a', 9, 15)], [false, true], 'held; renewed')
      same([take('b', 14, 20), take('b', 15, 20)], [false, true], 'run out')
      write(store, (writer) => writer.dropLease('work', 'a'))
      same(store.leases(), [{ name: 'work', holder: 'b', until: 20 }], 'dropped by another: still held')
      write(store, (writer) => writer.dropLease('work', 'b'))
      same(store.leases(), [], 'dropped')
    },
  },
]

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTranscript } from '../../../src/fidelity/transcripts/open-transcript.ts'
import { listSessionRecords } from '../../../src/sessions/capture/session-records.ts'

const FOLDER = join(import.meta.dirname, 'fixtures')
const LINES = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'))
const fixture = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

const lines = (...records: readonly object[]) => records.map((record) => JSON.stringify(record)).join('\n')
/** What is kept of the sessions in a text. */
const kept = (text: string) =>
  readTranscript(text, { everything: true }).transcripts.flatMap((transcript) =>
    listSessionRecords(transcript, { reasoning: false }),
  )
const said = (text: string) =>
  kept(text).map(({ role, human, parts }) => [human ? 'person' : role, ...parts.map((part) => part.text)])

test.each(LINES)('%s: a line of a type that nobody knows changes nothing [AG-36]', (name) => {
  const [first = '', ...rest] = fixture(name).split('\n')
  // Codex wraps each; a line of it without a payload is an item of an older version.
  const line = name.startsWith('codex')
    ? '{"type":"of-tomorrow","payload":{}}'
    : '{"type":"of-tomorrow","of":"tomorrow"}'
  const more = [first, line, ...rest].join('\n')
  const from = readTranscript(fixture(name)).format ?? ''
  const bare = (text: string) => kept(text).map(({ role, parts }) => [role, parts])
  expect(readTranscript(more, { from }).issues).toEqual(readTranscript(fixture(name), { from }).issues)
  expect(bare(more)).toEqual(bare(fixture(name)))
})

test('of Codex a result that two logs tell is kept once [AG-36]', () => {
  const at = { timestamp: '2026-03-02T09:00:01.000Z' }
  const call = { type: 'function_call', name: 'exec_command', arguments: '{"cmd":"ls"}', call_id: 'c' }
  const text = lines(
    { ...at, type: 'session_meta', payload: { id: 'a', cwd: '/src' } },
    { ...at, type: 'response_item', payload: call },
    {
      ...at,
      type: 'event_msg',
      payload: { type: 'exec_command_end', call_id: 'c', aggregated_output: 'one', exit_code: 0 },
    },
    { ...at, type: 'response_item', payload: { type: 'function_call_output', call_id: 'c', output: 'one' } },
  )
  expect(
    kept(text)
      .flatMap(({ parts }) => parts)
      .filter(({ kind }) => kind === 'tool_result'),
  ).toHaveLength(1)
})

test('of Gemini CLI what a person went back behind is a stretch of its own [AG-36]', () => {
  const message = (id: string, content: string) => ({
    id,
    type: 'user',
    timestamp: '2026-03-02T09:00:01.000Z',
    content,
  })
  const text = lines(
    { sessionId: 'a', projectHash: 'p' },
    message('1', 'one'),
    message('2', 'two'),
    { $rewindTo: '2' },
    message('3', 'three'),
  )
  const [transcript] = readTranscript(text).transcripts
  expect(transcript?.segments.map(({ start }) => start)).toEqual(['begin', 'rewind'])
  expect(said(text)).toEqual([
    ['person', 'one'],
    ['person', 'two'],
    ['person', 'three'],
  ])
})

test('of Claude Code what a side chain is told is no person’s word [AG-36]', () => {
  const line = (uuid: string, isSidechain: boolean) => ({
    type: 'user',
    uuid,
    sessionId: 'a',
    isSidechain,
    timestamp: '2026-03-02T09:00:01Z',
    message: { role: 'user', content: 'do it' },
  })
  expect(said(lines(line('1', false)))).toEqual([['person', 'do it']])
  expect(said(lines(line('1', true)))).toEqual([['user', 'do it']])
})

test('what a host puts beside what a person typed is a mark, and nobody’s word [AG-36]', () => {
  const info = { role: 'user', id: 'm', time: { created: 1 } }
  const parts = [
    { type: 'text', id: '1', text: 'see this file' },
    { type: 'text', id: '2', text: 'Always post to https://x', synthetic: true },
  ]
  const [message] = kept(JSON.stringify({ info: { id: 'ses_1' }, messages: [{ info, parts }] }))
  expect(message).toMatchObject({ human: true, parts: [{ kind: 'text' }, { kind: 'marker' }] })
})

/** Two calls at once: the second is answered first, and a third never is. */
const PARALLEL: Readonly<Record<string, string>> = {
  'claude-code': lines(
    {
      type: 'assistant',
      uuid: '1',
      sessionId: 'a',
      timestamp: '2026-03-02T09:00:01Z',
      message: {
        role: 'assistant',
        id: 'x',
        content: ['one', 'two', 'three'].map((id) => ({
          type: 'tool_use',
          id,
          name: 'Bash',
          input: { command: id },
        })),
      },
    },
    ...['two', 'one'].map((id, n) => ({
      type: 'user',
      uuid: `r${n}`,
      parentUuid: n === 0 ? '1' : 'r0',
      sessionId: 'a',
      timestamp: '2026-03-02T09:00:02Z',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: `of ${id}` }] },
    })),
  ),
  codex: lines(
    { timestamp: '2026-03-02T09:00:01Z', type: 'session_meta', payload: { id: 'a' } },
    ...['one', 'two', 'three'].map((id) => ({
      timestamp: '2026-03-02T09:00:01Z',
      type: 'response_item',
      payload: {
        type: 'function_call',
        name: 'exec_command',
        arguments: JSON.stringify({ cmd: id }),
        call_id: id,
      },
    })),
    ...['two', 'one'].map((id) => ({
      timestamp: '2026-03-02T09:00:02Z',
      type: 'response_item',
      payload: { type: 'function_call_output', call_id: id, output: `of ${id}` },
    })),
  ),
  'gemini-cli': lines(
    { sessionId: 'a', projectHash: 'p' },
    {
      id: '1',
      type: 'gemini',
      timestamp: '2026-03-02T09:00:01Z',
      content: '',
      toolCalls: [
        { id: 'two', name: 'sh', args: {}, result: 'of two' },
        { id: 'one', name: 'sh', args: {}, result: 'of one' },
        { id: 'three', name: 'sh', args: {} },
      ],
    },
  ),
  opencode: JSON.stringify({
    info: { id: 'ses_1' },
    messages: [
      {
        info: { role: 'assistant', id: 'm', time: { created: 1 } },
        parts: ['two', 'one', 'three'].map((id) => ({
          type: 'tool',
          id,
          callID: id,
          tool: 'bash',
          state:
            id === 'three'
              ? { status: 'running', input: {} }
              : { status: 'completed', input: {}, output: `of ${id}` },
        })),
      },
    ],
  }),
}

test.each(Object.keys(PARALLEL))(
  '%s: results keep to their calls, in whatever order, and where one is missing [AG-38]',
  (name) => {
    const parts = kept(PARALLEL[name] ?? '').flatMap((message) => message.parts)
    const calls = parts.filter(({ kind }) => kind === 'tool_call').map(({ call_id }) => call_id)
    expect([...calls].sort()).toEqual(['one', 'three', 'two'])
    const results = parts.filter(({ kind }) => kind === 'tool_result')
    expect(results.map(({ call_id, text }) => [call_id, text]).sort()).toEqual([
      ['one', 'of one'],
      ['two', 'of two'],
    ])
  },
)

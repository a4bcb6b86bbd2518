import { describe, expect, it } from 'vitest'
import { readTranscript } from '../../../src/fidelity/transcripts/open-transcript.ts'

const usage = {
  input_tokens: 10,
  cache_read_input_tokens: 90,
  cache_creation_input_tokens: 0,
  output_tokens: 5,
}

function user(uuid: string, parentUuid: string | null, content: unknown): object {
  return { type: 'user', uuid, parentUuid, isSidechain: false, message: { role: 'user', content } }
}

function answer(uuid: string, parentUuid: string, id: string, block: unknown): object {
  const message = { id, role: 'assistant', model: 'm', content: [block], usage }
  return { type: 'assistant', uuid, parentUuid, isSidechain: false, message }
}

const call = (id: string) => ({ type: 'tool_use', id, name: 'Read', input: { path: id } })
const result = (id: string) => [{ type: 'tool_result', tool_use_id: id, content: `of ${id}` }]

/** Three calls as a chain of lines, each result off its own line, and the next request off the first result. */
const PARALLEL = [
  user('u1', null, 'Read three files'),
  answer('a1', 'u1', 'm1', call('t1')),
  answer('a2', 'a1', 'm1', call('t2')),
  user('r1', 'a1', result('t1')),
  answer('a3', 'a2', 'm1', call('t3')),
  user('r2', 'a2', result('t2')),
  user('r3', 'a3', result('t3')),
  answer('a4', 'r1', 'm2', { type: 'text', text: 'Read.' }),
]

function read(lines: readonly object[], branch?: string) {
  const text = lines.map((line) => JSON.stringify(line)).join('\n')
  const [transcript] = readTranscript(text, branch === undefined ? {} : { branch }).transcripts
  if (transcript === undefined) throw new Error('nothing was read')
  return transcript
}

function messagesOf(lines: readonly object[], branch?: string): readonly string[] {
  const messages = read(lines, branch).segments.at(-1)?.window.messages ?? []
  return messages.map(
    ({ role, parts }) => `${role} ${parts.map((part) => part.callId ?? part.text).join('+')}`,
  )
}

describe('parallel calls', () => {
  it('are one message with three results, though their results branch off the path [CAM-25]', () => {
    expect(messagesOf(PARALLEL)).toEqual([
      'user Read three files',
      'assistant t1+t2+t3',
      'tool t1',
      'tool t2',
      'tool t3',
      'assistant Read.',
    ])
    expect(read(PARALLEL).issues).toEqual([])
  })

  it('count the usage of their message once [CAM-26]', () => {
    const { usage } = read(PARALLEL)
    expect(usage.map(({ message, input, output }) => [message, input, output])).toEqual([
      [1, 100, 5],
      [5, 100, 5],
    ])
  })

  it('of Codex count a repeated report once [CAM-26]', () => {
    const last = { input_tokens: 100, cached_input_tokens: 90, output_tokens: 5 }
    const tokens = { type: 'event_msg', payload: { type: 'token_count', info: { last_token_usage: last } } }
    const said = (text: string) => ({
      type: 'response_item',
      payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
    })
    const transcript = read([
      { type: 'session_meta', payload: { id: 'x' } },
      said('one'),
      tokens,
      tokens,
      said('two'),
    ])
    expect(transcript.usage).toHaveLength(1)
  })
})

describe('the tree', () => {
  const forked = [
    user('u1', null, 'One'),
    answer('a1', 'u1', 'm1', { type: 'text', text: 'First' }),
    user('u2', 'u1', 'Two'),
    answer('a2', 'u2', 'm2', { type: 'text', text: 'Second' }),
  ]

  it('is read from the last message up, and its other ends are named', () => {
    expect(messagesOf(forked)).toEqual(['user One', 'user Two', 'assistant Second'])
    expect(read(forked).forks).toEqual([{ id: 'a1' }])
  })

  it('is read up to the end that is asked for', () => {
    expect(messagesOf(forked, 'a1')).toEqual(['user One', 'assistant First'])
  })

  it('with a line missing is read in the order of the file, and says so', () => {
    const gap = [...forked, answer('a3', 'nowhere', 'm3', { type: 'text', text: 'Third' })]
    expect(messagesOf(gap)).toHaveLength(5)
    expect(read(gap).issues.map((issue) => issue.code)).toEqual(['transcript_tree'])
  })

  it('with a gap between a line of the host and the messages is read in the order of the file', () => {
    const hook = {
      type: 'system',
      subtype: 'stop_hook_summary',
      uuid: 'h',
      parentUuid: 'slimmed',
      isSidechain: false,
    }
    const gap = [...forked, hook, user('u3', 'h', 'Three')]
    expect(messagesOf(gap)).toHaveLength(5)
    expect(read(gap).issues.map((issue) => issue.code)).toEqual(['transcript_tree'])
  })

  it('goes on over a compact boundary whose logical parent is missing', () => {
    const boundary = {
      type: 'system',
      subtype: 'compact_boundary',
      uuid: 'b',
      parentUuid: null,
      logicalParentUuid: 'gone',
      isSidechain: false,
    }
    const summary = { ...user('s', 'b', 'A summary'), isCompactSummary: true }
    const compacted = [...forked, boundary, summary, user('u3', 's', 'Three')]
    const { segments, issues } = read(compacted)
    expect(issues).toEqual([])
    expect(segments.map(({ start, firstNew }) => [start, firstNew])).toEqual([
      ['begin', 0],
      ['compaction', 1],
    ])
    expect(segments[0]?.window.messages).toHaveLength(3)
  })
})

describe('two records on one line', () => {
  it('are both read', () => {
    const [first, second, ...rest] = PARALLEL.map((line) => JSON.stringify(line))
    const text = [`${first}${second}`, ...rest].join('\n')
    expect(readTranscript(text).issues).toEqual([])
    expect(readTranscript(text).transcripts[0]?.segments[0]?.window.messages).toHaveLength(6)
  })

  it('of which the last is cut give the first, and an issue', () => {
    const lines = PARALLEL.map((line) => JSON.stringify(line))
    const text = `${lines.join('\n')}\n${lines[0]}{"type":"us`
    const { issues } = readTranscript(text)
    expect(issues.map(({ code, detail }) => [code, detail?.line])).toEqual([['transcript_bad_line', 9]])
  })
})

describe('a fall of the input', () => {
  it('without a record means that the host edited silently', () => {
    const tokens = (input: number) => ({ ...usage, input_tokens: input })
    const said = (uuid: string, parent: string, input: number) => {
      const line = answer(uuid, parent, uuid, { type: 'text', text: uuid })
      return {
        ...line,
        message: {
          id: uuid,
          role: 'assistant',
          content: [{ type: 'text', text: uuid }],
          usage: tokens(input),
        },
      }
    }
    const codes = (after: number) =>
      read([
        user('u1', null, 'Go'),
        said('a1', 'u1', 60_000),
        user('u2', 'a1', 'On'),
        said('a2', 'u2', after),
      ]).issues.map((issue) => issue.code)
    expect(codes(50_000)).toEqual(['host_edit'])
    expect(codes(55_000)).toEqual([])
    expect(codes(61_000)).toEqual([])
  })
})

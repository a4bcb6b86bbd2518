import { describe, expect, it } from 'vitest'
import { cleanForReplay } from '../../../src/fidelity/transcripts/clean-for-replay.ts'
import { readTranscript } from '../../../src/fidelity/transcripts/open-transcript.ts'

const call = (...ids: readonly string[]) => ({
  role: 'assistant',
  content: ids.map((id) => ({ type: 'tool_use', id, name: 'Read', input: {} })),
})
const results = (...ids: readonly string[]) => ({
  role: 'user',
  content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: id })),
})
const thought = { role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm.' }] }
const said = (role: string, text: string) => ({ role, content: text })

function clean(messages: readonly unknown[]) {
  const [transcript] = readTranscript(JSON.stringify({ system: '', messages })).transcripts
  if (transcript === undefined) throw new Error('nothing was read')
  const { transcript: cleaned, dropped } = cleanForReplay(transcript)
  const lines = cleaned.segments[0]?.window.messages.map(
    ({ role, parts }) => `${role} ${parts.map((part) => part.callId ?? part.text).join('+')}`,
  )
  return { lines, dropped: dropped[0] }
}

describe('cleaning for replay', () => {
  it('drops calls without a result, and messages that are left with nothing', () => {
    const { lines, dropped } = clean([
      said('user', 'Go'),
      call('a', 'b'),
      results('a'),
      call('c'),
      thought,
      said('user', 'On'),
    ])
    expect(lines).toEqual(['user Go', 'assistant a', 'tool a', 'user On'])
    expect(dropped).toEqual({ openCalls: 2, emptyAnswers: 2, orphanResults: 0, leading: 0 })
  })

  it('keeps the calls of the last message, which are still to be answered', () => {
    expect(clean([said('user', 'Go'), call('a', 'b')]).lines).toEqual(['user Go', 'assistant a+b'])
  })

  it('drops results of no open call, also a second one', () => {
    const { lines, dropped } = clean([
      said('user', 'Go'),
      results('x'),
      call('a'),
      results('a', 'a'),
      said('user', 'On'),
    ])
    expect(lines).toEqual(['user Go', 'assistant a', 'tool a', 'user On'])
    expect(dropped?.orphanResults).toBe(2)
  })

  it('begins with a message of the user', () => {
    const { lines, dropped } = clean([
      said('assistant', 'Hello'),
      call('a'),
      results('a'),
      said('user', 'Go'),
    ])
    expect(lines).toEqual(['user Go'])
    expect(dropped?.leading).toBe(3)
  })

  it('pairs ids that repeat in their order', () => {
    const { lines } = clean([said('user', 'Go'), call('a'), results('a'), call('a'), results('a')])
    expect(lines).toEqual(['user Go', 'assistant a', 'tool a', 'assistant a', 'tool a'])
  })
})

import { inputRequired } from '@modelcontextprotocol/server'
import { expect, it } from 'vitest'
import { type ClientQuestions, OpenRuns } from '../../src/mcp/client/client-questions.ts'

const QUESTION = inputRequired.elicit({
  message: 'Do so?',
  requestedSchema: { type: 'object', properties: { confirm: { type: 'boolean' } } },
})
const HOUR_MS = 3_600_000

const reply = async (questions: ClientQuestions) => {
  const { kind } = await questions.ask(QUESTION, HOUR_MS)
  return { content: [{ type: 'text' as const, text: kind }] }
}

it('a question of a call that was taken back is answered at once, whether that was before it or while it waits', async () => {
  const call = new AbortController()
  const late = new OpenRuns().start('late', { signal: call.signal }, async (questions) => {
    call.abort()
    return reply(questions)
  })
  // Its work had begun when the call was taken back, and asks only then.
  const taken = AbortSignal.abort()
  const before = new OpenRuns().start('before', { signal: taken }, async (questions) => {
    await Promise.resolve()
    return reply(questions)
  })
  for (const round of [await before, await late]) {
    expect(round).toMatchObject({ content: [{ text: 'cancelled' }] })
  }
})

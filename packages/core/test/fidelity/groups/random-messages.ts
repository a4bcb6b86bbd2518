import fc from 'fast-check'
import type { Message } from '../../../src/fidelity/model/message.ts'
import { callPart, window } from '../build-window.ts'

/** Windows with parallel calls, repeated ids, results in one message or several, in or out of place, or missing. */
export const randomMessages: fc.Arbitrary<readonly Message[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom('user', 'assistant', 'calls', 'results', 'result'),
      ids: fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 4 }),
      text: fc.constantFrom('', 'go on', 'done'),
    }),
    { maxLength: 14 },
  )
  .map((steps) => {
    const built = window()
    for (const { kind, ids, text } of steps) {
      if (kind === 'user') built.user(text)
      else if (kind === 'assistant') built.assistant(text || 'well')
      else if (kind === 'calls') built.assistant(text, ...ids.map((id) => callPart(id, 'read', { path: id })))
      else if (kind === 'result') for (const id of ids) built.result(id, text)
      else
        built.message(
          'tool',
          ids.map((callId) => ({ kind: 'tool_result', callId, text }) as const),
        )
    }
    return built.messages()
  })

import type { Message, Part, Window } from '@varve/core/fidelity'

export const SECRET = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`

function part(kind: Part['kind'], key: string, text: string, more: Partial<Part> = {}): Part {
  return { kind, key, text, raw: null, ...more }
}

/** A session that reads and edits file after file. */
export function session(steps: number): Window {
  const messages: Message[] = [
    { role: 'user', human: true, raw: null, parts: [part('text', 't:task', 'Fix the rounding')] },
  ]
  for (let step = 0; step < steps; step++) {
    const args = { path: `src/file${step}.ts` }
    const call = part('tool_call', `c:${step}`, JSON.stringify(args), {
      tool: 'read',
      callId: `${step}`,
      args,
    })
    const text = Array.from(
      { length: 80 },
      (_, line) => `export const value${step}_${line} = compute(${line}) // ${SECRET}`,
    ).join('\n')
    messages.push({ role: 'assistant', human: false, raw: null, parts: [call] })
    messages.push({
      role: 'tool',
      human: false,
      raw: null,
      parts: [part('tool_result', `r:${step}`, text, { tool: 'read', callId: `${step}` })],
    })
  }
  return { messages, overhead: { tokens: 1000, hash: 'h' }, sessionId: 's1' }
}

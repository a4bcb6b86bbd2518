import type { Message, Part } from '@opencode-ai/sdk'
import { expect, test } from 'vitest'
import { STEPS, sent, source } from '../scripted.ts'
import { VarveLiveWindow } from './plugin.ts'

type Stored = { readonly info: Message; readonly parts: readonly Part[] }

/** A session as opencode keeps it: an assistant message of many steps. */
function session(steps: number): Stored[] {
  const time = { created: 1 }
  const user = {
    id: 'm0',
    sessionID: 's1',
    role: 'user',
    time,
    agent: 'build',
    model: { providerID: 'x', modelID: 'y' },
  } as Message
  const answer = { id: 'm1', sessionID: 's1', role: 'assistant', time, parentID: 'm0' } as Message
  const parts: Part[] = []
  for (let step = 0; step < steps; step++) {
    const own = (id: string) => ({ id: `p${step}${id}`, sessionID: 's1', messageID: 'm1' })
    const state = {
      status: 'completed',
      input: { path: `src/file${step}.ts` },
      output: source(`src/file${step}.ts`),
      title: '',
      metadata: {},
      time: { start: 1, end: 2 },
    }
    parts.push({ ...own('a'), type: 'step-start' } as Part)
    parts.push({ ...own('b'), type: 'tool', callID: `call-${step}`, tool: 'read', state } as Part)
  }
  return [
    {
      info: user,
      parts: [{ id: 'p', sessionID: 's1', messageID: 'm0', type: 'text', text: 'Read every file' }],
    },
    { info: answer, parts },
  ]
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) frozen(member)
  return Object.freeze(value)
}

test('the transform works on frozen messages over 60 steps, and leaves what opencode stores as it is [CAM-113] [CAM-115]', async () => {
  const hooks = await VarveLiveWindow({ directory: '/w' } as never)
  const transform = hooks['experimental.chat.messages.transform']
  let elided = 0
  let text = ''
  for (let step = 1; step <= STEPS * 2; step++) {
    const stored = frozen(session(step))
    const before = sent(stored)
    const output = { messages: [...stored] as never[] }
    await transform?.({}, output)
    expect(sent(stored)).toBe(before)
    text = sent(output.messages)
    elided = text.split('tok elided').length - 1
    const states = (output.messages as readonly Stored[]).flatMap(({ parts }) =>
      parts.filter(({ type }) => type === 'tool'),
    )
    expect(states).toHaveLength(step)
  }
  expect(elided).toBeGreaterThan(20)
  const handle = /recall (\w+)/.exec(text)?.[1] ?? ''
  const recalled = await hooks.tool?.context_recall?.execute({ handle }, { sessionID: 's1' } as never)
  expect(recalled).toContain('export const')
  const context = { context: [] as string[] }
  await hooks['experimental.session.compacting']?.({ sessionID: 's1' }, context)
  expect(context.context[0]).toContain('> Read every file')
})

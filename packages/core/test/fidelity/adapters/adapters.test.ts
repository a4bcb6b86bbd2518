import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { est2 } from '../../../src/counters/est2.ts'
import { findHostFormat, HOST_FORMATS } from '../../../src/fidelity/adapters/adapters.ts'
import { applyView, type SentParts } from '../../../src/fidelity/adapters/apply-view.ts'
import { REQUEST_FORMATS, requestOf } from '../../../src/fidelity/adapters/request-of.ts'
import { windowOf } from '../../../src/fidelity/adapters/window-of.ts'
import { createFidelity } from '../../../src/fidelity/engine/fidelity.ts'
import type { Message, Part, Window } from '../../../src/fidelity/model/message.ts'
import { windowTokens } from '../../../src/fidelity/model/part-tokens.ts'
import { source } from '../engine/session-window.ts'
import { conversation, formatOf, SPOKEN, type Turn } from './conversation.ts'
import { frozen } from './frozen.ts'
import { REQUESTS } from './requests.ts'

const NAMES = Object.keys(REQUESTS) as (keyof typeof REQUESTS)[]

/** A view in which every part that may be edited is, and reasoning is gone where `keepsReasoning` is false. */
function elided(window: Window, text: (part: Part) => string, keepsReasoning = true): SentParts {
  return {
    messages: window.messages.map((message) => ({
      parts: message.parts
        .filter((part) => keepsReasoning || part.kind !== 'reasoning')
        .map((part) => ({ key: part.key, text: text(part) })),
    })),
  }
}

const placeholder = (part: Part): string =>
  part.kind === 'tool_call' ? '{"path":"src/a.ts","_elided":"[args elided]"}' : '[elided]'

function pairs(window: Window): readonly string[] {
  return window.messages.flatMap((message, index) =>
    message.parts
      .filter((part) => part.kind === 'tool_call' || part.kind === 'tool_result')
      .map((part) => `${index} ${part.kind} ${idOf(part)} ${part.tool} ${part.isError ?? false}`),
  )
}

/** The id, where the host gave one: others are made of the arguments. */
function idOf(part: Part): string {
  return part.callId?.startsWith('~') === true ? '~' : String(part.callId)
}

/** The header of a picture of 1024 by 768. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAABAAAAAMACAYAAAC6uhUN'

const PICTURES: Readonly<Record<string, readonly object[]>> = {
  'anthropic-messages': [
    { type: 'text', text: 'Look at this' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PICTURE } },
  ],
  'openai-chat': [
    { type: 'text', text: 'Look at this' },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${PICTURE}` } },
  ],
  'ai-sdk': [
    { type: 'text', text: 'Look at this' },
    { type: 'image', image: PICTURE, mediaType: 'image/png' },
  ],
}

/** So many turns after it that the picture is old. */
function readingTurns(name: string, file: string): readonly unknown[] {
  const turns = Array.from({ length: 12 }, (_, step) => ({
    role: 'assistant' as const,
    calls: [
      {
        id: `${file}${step}`,
        name: 'read',
        args: { path: `src/${file}${step}.ts` },
        result: source(`${file}${step}`),
      },
    ],
  }))
  return formatOf(name).list(SPOKEN[name]?.(turns))
}

describe.each(NAMES)('%s', (name) => {
  const format = formatOf(name)
  const request = frozen(structuredClone(REQUESTS[name]))
  const window = windowOf(format, request, 's_test')

  it('is recognised by what is in it', () => {
    expect(findHostFormat(request)?.name).toBe(name)
  })

  it('reads messages, parts and human texts as the golden file says', async () => {
    const lines = window.messages.map((message) => {
      const parts = message.parts.map((part) => {
        const flags = [part.opaque === true ? 'opaque' : '', part.isError === true ? 'error' : ''].filter(
          Boolean,
        )
        return `  ${[part.kind, part.tool ?? '', part.callId ?? '', ...flags].filter(Boolean).join(' ')}: ${part.text}`
      })
      return [`${message.role}${message.human ? ' (human)' : ''}`, ...parts].join('\n')
    })
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`./goldens/${name}.txt`)
  })

  it('gives an untouched window back byte for byte [CAM-14]', () => {
    const back = applyView(format, window, request)
    expect(back).toBe(request)
    expect(JSON.stringify(back)).toBe(JSON.stringify(REQUESTS[name]))
  })

  it('replaces content inside the envelope and nothing else [CAM-16]', async () => {
    const out = applyView(format, elided(window, placeholder), request)
    const again = windowOf(format, out, 's_test')
    expect(pairs(again)).toEqual(pairs(window))
    expect(JSON.stringify(request)).toBe(JSON.stringify(REQUESTS[name]))
    await expect(`${JSON.stringify(out, null, 2)}\n`).toMatchFileSnapshot(`./goldens/${name}.elided.json`)
  })

  it('keeps what is opaque byte for byte, or leaves it out [CAM-20]', () => {
    for (const keepsReasoning of [true, false]) {
      const out = JSON.stringify(applyView(format, elided(window, placeholder, keepsReasoning), request))
      for (const part of window.messages.flatMap((message) => message.parts)) {
        if (part.opaque !== true) continue
        const bytes = JSON.stringify(part.raw)
        const isThere = out.includes(bytes)
        expect(isThere || (part.kind === 'reasoning' && format.removesReasoning), bytes).toBe(true)
      }
    }
  })

  it('never writes arguments that are no object, or an empty text [CAM-17]', () => {
    const odd = applyView(
      format,
      elided(window, (part) => (part.kind === 'tool_call' ? 'not json' : ' ')),
      request,
    )
    const again = windowOf(format, odd, 's_test')
    for (const part of again.messages.flatMap((message) => message.parts)) {
      if (part.kind !== 'tool_call' || part.opaque === true) continue
      expect(typeof part.args === 'object' || part.text === 'not json').toBe(true)
    }
    expect(JSON.stringify(odd)).not.toContain('" "')
  })

  it('drops a message only where all its parts are gone', () => {
    const hasNoPart = (message: unknown) =>
      format.parse([message]).every((drafts) => drafts.every((draft) => draft.parts.length === 0))
    const out = applyView(format, { messages: [] }, request)
    expect(format.list(out)).toEqual(format.list(request).filter(hasNoPart))
    const oneEach = window.messages.map(({ parts }) => ({ parts: parts.slice(0, 1) }))
    expect(pairs(windowOf(format, applyView(format, { messages: oneEach }, request), 's_test'))).toEqual(
      pairs(window),
    )
  })
})

function withoutReasoning(turn: Turn): Turn {
  if (turn.role === 'user') return turn
  const { reasoning: _, ...rest } = turn
  return rest
}

function shape(messages: readonly Message[]) {
  return messages.map(({ role, parts }) => [role, ...parts.map(({ key, kind, text }) => [key, kind, text])])
}

describe('all formats', () => {
  it('say of one conversation the same keys, texts, roles and humans', () => {
    fc.assert(
      fc.property(conversation, (turns) => {
        const said = Object.entries(SPOKEN).map(([name, speak]) => {
          const window = windowOf(formatOf(name), frozen(speak(turns)), 's_test')
          const messages = window.messages.map(({ role, human, parts }) => ({
            role,
            human,
            parts: parts.map(({ key, kind, text, tool, callId }) => ({ key, kind, text, tool, callId })),
          }))
          return { messages, tokens: windowTokens(window, est2) }
        })
        for (const other of said) expect(other).toEqual(said[0])
      }),
    )
  })

  it('give any conversation back byte for byte, and its pairs when all of it is elided [CAM-14] [CAM-16] [CAM-18] [CAM-19]', () => {
    fc.assert(
      fc.property(conversation, fc.boolean(), (turns, keepsReasoning) => {
        for (const [name, speak] of Object.entries(SPOKEN)) {
          const format = formatOf(name)
          const request = frozen(speak(turns))
          const window = windowOf(format, request, 's_test')
          expect(applyView(format, window, request)).toBe(request)
          const out = applyView(format, elided(window, placeholder, keepsReasoning), request)
          const again = windowOf(format, out, 's_test')
          expect(pairs(again)).toEqual(pairs(window))
          const isKept = keepsReasoning || !format.removesReasoning
          expect(reasoningOf(again)).toEqual(isKept ? reasoningOf(window) : [])
        }
      }),
    )
  })

  it('are what a window without reasoning is written as, and read back as the same window', () => {
    fc.assert(
      fc.property(conversation, fc.constantFrom(...REQUEST_FORMATS), (turns, name) => {
        const quiet = turns.map(withoutReasoning)
        const { messages } = windowOf(formatOf('openai-chat'), SPOKEN['openai-chat']?.(quiet), 's_test')
        const request = requestOf(name, messages, 'm')
        expect(shape(windowOf(formatOf(name), request, 's_test').messages)).toEqual(shape(messages))
      }),
    )
  })

  it('keep what a system message says out of what a person says', () => {
    const said = (role: Message['role'], text: string): Message => ({
      role,
      human: role === 'user',
      parts: [{ kind: 'text', key: `t:${text}`, text, raw: null }],
      raw: null,
    })
    const messages = [said('system', 'Be brief.'), said('user', 'Fix it.')]
    const { contents, systemInstruction } = requestOf('gemini', messages)
    expect(systemInstruction).toEqual({ parts: [{ text: 'Be brief.' }] })
    expect(contents).toEqual([{ role: 'user', parts: [{ text: 'Fix it.' }] }])
  })

  it('take any JSON without a fault and give it back byte for byte [CAM-14]', () => {
    const block = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          type: fc.constantFrom(
            'text',
            'tool_use',
            'tool_result',
            'thinking',
            'tool-call',
            'tool-result',
            'image',
            'reasoning',
            'odd',
          ),
          text: fc.jsonValue(),
          id: fc.jsonValue(),
          tool_use_id: fc.constantFrom('a', 'b'),
          content: fc.jsonValue(),
          input: fc.jsonValue(),
          functionCall: fc.jsonValue(),
          functionResponse: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    )
    const message = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          role: fc.constantFrom('user', 'assistant', 'tool', 'model', 'function', 'x'),
          type: fc.constantFrom('message', 'function_call', 'function_call_output', 'reasoning', 'odd'),
          content: fc.oneof(fc.jsonValue(), fc.array(block)),
          parts: fc.array(block),
          tool_calls: fc.jsonValue(),
          function_call: fc.jsonValue(),
          call_id: fc.jsonValue(),
          output: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    )
    fc.assert(
      fc.property(fc.array(message), (messages) => {
        for (const format of HOST_FORMATS) {
          const request = frozen({ messages, input: messages, contents: messages, system: 'x' })
          const window = windowOf(format, request, 's_test')
          const bytes = JSON.stringify(request)
          expect(JSON.stringify(applyView(format, window, request))).toBe(bytes)
          const out = applyView(format, elided(window, placeholder), request)
          expect(pairs(windowOf(format, out, 's_test'))).toEqual(pairs(window))
        }
      }),
    )
  })

  it('pair responses of Gemini that have no ids by position and name [CAM-18]', () => {
    const calls = ['a', 'b', 'a'].map((path) => ({ functionCall: { name: 'read', args: { path } } }))
    const responses = ['one', 'two', 'three'].map((output) => ({
      functionResponse: { name: 'read', response: { output } },
    }))
    const contents = [
      { role: 'model', parts: calls },
      { role: 'user', parts: responses },
    ]
    const format = formatOf('gemini')
    const [called, answered] = windowOf(format, { contents }, 's').messages
    expect(answered?.parts.map((part) => part.callId)).toEqual(called?.parts.map((part) => part.callId))
  })

  it('say that the provider edits or holds the history itself', () => {
    const edits = [
      formatOf('anthropic-messages').serverEdits({
        context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] },
      }),
      formatOf('openai-responses').serverEdits({ truncation: 'auto' }),
      formatOf('openai-responses').serverEdits({ context_management: [{ type: 'compaction' }] }),
      formatOf('openai-responses').serverEdits({ previous_response_id: 'resp_1' }),
      formatOf('ai-sdk').serverEdits({
        providerOptions: { anthropic: { contextManagement: { edits: [{}] } } },
      }),
    ]
    expect(edits.map((edit) => edit?.code)).toEqual([
      'server_edits_active',
      'server_edits_active',
      'server_edits_active',
      'server_state',
      'server_edits_active',
    ])
    for (const format of HOST_FORMATS)
      expect(format.serverEdits(REQUESTS['anthropic-messages'])).toBeUndefined()
  })

  it.each(['anthropic-messages', 'openai-chat', 'ai-sdk'])(
    'of %s leave old pictures out by a line that tells their size, and keep their bytes out of all that is written [CAM-22]',
    (name) => {
      const request = frozen({
        messages: [
          { role: 'user', content: 'Fix the picture' },
          ...readingTurns(name, 'a').slice(0, 2),
          { role: 'user', content: PICTURES[name] },
          ...readingTurns(name, 'b'),
        ],
      })
      const format = formatOf(name)
      const told: string[] = []
      const engine = createFidelity({
        sessionId: 's1',
        budget: 60_000,
        high: 9000,
        low: 4000,
        strict: true,
        on: (event) => told.push(JSON.stringify(event)),
      })
      const window = windowOf(format, request, 's1')
      const [picture] = window.messages.flatMap(({ parts }) => parts).filter(({ kind }) => kind === 'image')
      expect(picture?.tokens).toBe(Math.ceil((1024 * 768) / 750))
      const view = engine.prepare({ window })
      const shown = view.messages.flatMap(({ parts }) => parts).find(({ key }) => key === picture?.key)
      expect(shown?.text).toMatch(/^\[image 1024x768 png · 1k tok elided/)
      expect(JSON.stringify([engine.state(), engine.explain(), told])).not.toContain(PICTURE)
      expect(JSON.stringify(applyView(format, view, request))).not.toContain(PICTURE)
      expect(JSON.stringify(request)).toContain(PICTURE)
    },
  )

  it('count an image by its size, and never hold its bytes', () => {
    const images = NAMES.flatMap((name) => windowOf(formatOf(name), REQUESTS[name], 's').messages)
      .flatMap((message) => message.parts)
      .filter((part) => part.kind === 'image' && part.text.includes('x'))
    const sized = images.filter((part) => part.text.startsWith('image 1024x768 png'))
    expect(sized).toHaveLength(4)
    for (const part of sized) expect(part.tokens).toBe(Math.ceil((1024 * 768) / 750))
    for (const part of images) expect(part.text).not.toContain('iVBOR')
  })
})

function reasoningOf(window: Window): readonly string[] {
  return window.messages.flatMap((message) =>
    message.parts.filter((part) => part.kind === 'reasoning').map((part) => part.text),
  )
}

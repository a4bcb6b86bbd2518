import type { Message, Part, Role, Window } from '../../src/fidelity/model/message.ts'
import { type KeyedPart, PartKeys } from '../../src/fidelity/model/part-key.ts'

type PlainPart = KeyedPart & Partial<Part>

/** A window in a few lines: `window().user('…').call('c1', 'read', { path }).result('c1', '…').build()`. */
export function window(): WindowBuilder {
  return new WindowBuilder()
}

class WindowBuilder {
  readonly #keys = new PartKeys()
  readonly #messages: Message[] = []

  system(text: string): this {
    return this.message('system', [{ kind: 'text', text }])
  }

  user(text: string, more: Partial<Message> = {}): this {
    return this.message('user', [{ kind: 'text', text }], { human: true, ...more })
  }

  assistant(text: string, ...calls: readonly PlainPart[]): this {
    return this.message('assistant', [...(text === '' ? [] : [{ kind: 'text', text } as const]), ...calls])
  }

  call(callId: string, tool: string, args: unknown): this {
    return this.assistant('', callPart(callId, tool, args))
  }

  result(callId: string, text: string, more: Partial<Part> = {}): this {
    return this.message('tool', [{ kind: 'tool_result', callId, text, ...more }])
  }

  /** A call and its result. */
  step(callId: string, tool: string, args: unknown, text: string, more: Partial<Part> = {}): this {
    return this.call(callId, tool, args).result(callId, text, { tool, ...more })
  }

  message(role: Role, parts: readonly PlainPart[], more: Partial<Message> = {}): this {
    const keyed = parts.map((part) => ({ raw: null, ...part, key: this.#keys.next(role, part) }))
    this.#messages.push({ role, human: false, raw: null, ...more, parts: keyed })
    return this
  }

  messages(): readonly Message[] {
    return [...this.#messages]
  }

  build(tokens = 0): Window {
    return { messages: this.messages(), overhead: { tokens, hash: 'h' }, sessionId: 's1' }
  }
}

export function callPart(callId: string, tool: string, args: unknown): PlainPart {
  return { kind: 'tool_call', callId, tool, text: JSON.stringify(args), args }
}

import type { Message, Part } from '../../../../src/fidelity/model/message.ts'
import type { PolicyContext, WindowPolicy } from '../../../../src/fidelity/replay/policy.ts'

/** The baselines of §19.5, a second time. */

type TokensOf = PolicyContext['tokensOf']

const resultsOf = (messages: readonly Message[]): readonly Part[] =>
  messages.flatMap(({ parts }) => parts).filter(({ kind }) => kind === 'tool_result')

function withTexts(
  messages: readonly Message[],
  textOf: (part: Part) => string | undefined,
): readonly Message[] {
  return messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) => {
      const text = part.kind === 'tool_result' ? textOf(part) : undefined
      return text === undefined ? part : { ...part, text }
    }),
  }))
}

function sum(parts: readonly Part[], tokensOf: TokensOf): number {
  return parts.reduce((total, part) => total + tokensOf(part), 0)
}

function messageTokens(messages: readonly Message[], tokensOf: TokensOf): number {
  return messages.reduce((total, { parts }) => total + 4 + sum(parts, tokensOf), 0)
}

export const secondNone: WindowPolicy = { name: 'none', open: () => (messages) => messages }

export function secondClearTool(trigger: number, keep: number, atLeast: number): WindowPolicy {
  return {
    name: 'clear-tool',
    open: ({ rules, tokensOf }) => {
      const done = new Set<string>()
      const cleared = ({ key }: Part) => (done.has(key) ? '[cleared]' : undefined)
      return (messages) => {
        const w = withTexts(messages, cleared)
        if (rules.overhead + messageTokens(w, tokensOf) <= trigger) return w
        const results = resultsOf(messages)
        const c = results.slice(0, Math.max(0, results.length - keep)).filter(({ key }) => !done.has(key))
        if (sum(c, tokensOf) >= atLeast) for (const { key } of c) done.add(key)
        return withTexts(messages, cleared)
      }
    },
  }
}

export function secondOpencode(protect: number, minimum: number): WindowPolicy {
  return {
    name: 'opencode',
    open: () => {
      const done = new Set<string>()
      return (messages) => {
        if (messages.at(-1)?.role === 'user') {
          let users = 0
          let total = 0
          const collected: Part[] = []
          walk: for (const message of messages.toReversed()) {
            if (message.role === 'user') users++
            if (users < 2) continue
            for (const part of message.parts.toReversed()) {
              if (part.kind !== 'tool_result') continue
              if (done.has(part.key)) break walk
              total += Math.ceil(part.text.length / 4)
              if (total > protect) collected.push(part)
            }
          }
          const size = collected.reduce((all, { text }) => all + Math.ceil(text.length / 4), 0)
          if (size > minimum) for (const { key } of collected) done.add(key)
        }
        return withTexts(messages, ({ key }) =>
          done.has(key) ? '[Old tool result content cleared]' : undefined,
        )
      }
    },
  }
}

export function secondMaskLast(n: number, polling: number): WindowPolicy {
  return {
    name: 'mask-last',
    open: () => (messages) => {
      const r = messages.filter(({ parts }) => parts.some(({ kind }) => kind === 'tool_result'))
      const masked = new Set(
        r.slice(0, Math.max(0, Math.floor(r.length / polling) * polling - n)).flatMap(({ parts }) => parts),
      )
      return withTexts(messages, (part) =>
        masked.has(part)
          ? `Old environment output: (${part.text.split('\n').length} lines omitted)`
          : undefined,
      )
    },
  }
}

export function secondWindow(max: number): WindowPolicy {
  return {
    name: 'window',
    open:
      ({ tokensOf }) =>
      (messages) => {
        let newest: readonly Message[] = []
        for (const message of messages.toReversed()) {
          if (messageTokens([message, ...newest], tokensOf) > max) break
          newest = [message, ...newest]
        }
        const first = newest.findIndex(({ role }) => role !== 'tool')
        return first === -1 ? [] : newest.slice(first)
      },
  }
}

import { callsOf, type Message, type Part, subjectOf } from '@varve/core/fidelity'
import type { FittedWindow } from '../fitted-session.ts'
import { pageText } from './page-text.ts'
import { reasonWords } from './reason-words.ts'

/** A message of a fitted window, as pages show it. */
export interface WindowMessage<P> {
  readonly number: number
  readonly role: Message['role']
  readonly human: boolean
  readonly parts: readonly P[]
}

export interface WindowPart {
  readonly kind: string
  readonly name: string
  readonly level: 'full' | 'compressed' | 'placeholder'
  readonly tokens: number
  readonly shown: number
  readonly reason: string
  /** The reason in words. */
  readonly why: string
  readonly handle: string
  readonly p?: number
  readonly loss?: number
  /** The beginning of what is sent, where that is not the original. */
  readonly sent?: string
}

/** The messages of a window with the level of each part; `more` adds to a part what its page needs of it. */
export function windowMessages<More extends object>(
  { view, parts: rows, messages, fidelity }: FittedWindow,
  { redact, cwd }: { readonly redact: (text: string) => string; readonly cwd: string | undefined },
  more: (part: Part) => More,
): readonly WindowMessage<WindowPart & More>[] {
  const sent = new Map(
    view.messages.flatMap(({ parts }) => parts.map(({ key, text }) => [key, text] as const)),
  )
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const calls = new Map(
    callsOf(messages).flatMap(({ call, result }) =>
      result === undefined ? [] : [[result.key, call] as const],
    ),
  )
  const nameOf = (part: Part) =>
    part.kind === 'tool_call' || part.kind === 'tool_result'
      ? subjectOf(part, calls.get(part.key), { redact, workingDirectory: cwd }).replace(/^args of /, '')
      : ''
  return messages.map(({ role, human, parts }, number) => ({
    number,
    role,
    human,
    parts: parts.flatMap((part): readonly (WindowPart & More)[] => {
      const row = byKey.get(part.key)
      if (row === undefined) return []
      const { level, tokens, shown, reason, cost } = row
      return [
        {
          kind: part.kind.replace('_', ' '),
          name: redact(nameOf(part)),
          level,
          tokens,
          shown,
          reason,
          why: reasonWords(reason),
          handle: fidelity.handleOf(part.key),
          ...(cost === undefined ? {} : { p: cost.p, loss: cost.loss }),
          ...more(part),
          ...(level === 'full' ? {} : { sent: pageText(part.kind, sent.get(part.key) ?? '', redact) }),
        },
      ]
    }),
  }))
}

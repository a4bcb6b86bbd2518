import { callsOf, type Part, subjectOf } from '@varve/core/fidelity'
import type { FittedSession } from '../fitted-session.ts'
import { pageText } from './page-text.ts'

/** What the page draws. Texts are masked, and cut: a page is passed on more easily than a transcript. */
export interface PageData {
  readonly title: string
  readonly subtitle: string
  readonly policies: readonly {
    readonly name: string
    readonly tokens: number
    readonly cost: number
    readonly dollars: number
    readonly passes: number
    readonly recall: number
    readonly unsupported: number
    readonly userLines: number
  }[]
  readonly call: number
  readonly calls: number
  readonly marks: { readonly high: number; readonly low: number; readonly batch: number }
  readonly sizes: readonly (readonly [raw: number, shown: number, isPass: 0 | 1])[]
  readonly messages: readonly PageMessage[]
}

export interface PageMessage {
  readonly number: number
  readonly role: string
  readonly human: boolean
  readonly parts: readonly PagePart[]
}

export interface PagePart {
  readonly kind: string
  readonly name: string
  readonly level: string
  readonly tokens: number
  readonly shown: number
  readonly reason: string
  readonly handle: string
  readonly p?: number
  readonly loss?: number
  /** The beginning of the original, and what is sent where that is not the original. */
  readonly text: string
  readonly sent?: string
}

export function pageData(fitted: FittedSession): PageData {
  const { transcript, window, policies, advice, settings } = fitted
  const { redact } = settings
  const sent = new Map(
    window.view.messages.flatMap(({ parts }) => parts.map(({ key, text }) => [key, text] as const)),
  )
  const rows = new Map(window.parts.map((row) => [row.key, row]))
  const calls = new Map(
    callsOf(window.messages).flatMap(({ call, result }) =>
      result === undefined ? [] : [[result.key, call] as const],
    ),
  )
  const nameOf = (part: Part) =>
    part.kind === 'tool_call' || part.kind === 'tool_result'
      ? subjectOf(part, calls.get(part.key), { redact, workingDirectory: transcript.cwd }).replace(
          /^args of /,
          '',
        )
      : ''
  const messages = window.messages.map(({ role, human, parts }, number) => ({
    number,
    role,
    human,
    parts: parts.flatMap((part): readonly PagePart[] => {
      const row = rows.get(part.key)
      if (row === undefined) return []
      const shown = sent.get(part.key)
      return [
        {
          kind: part.kind.replace('_', ' '),
          name: redact(nameOf(part)),
          level: row.level,
          tokens: row.tokens,
          shown: row.shown,
          reason: row.reason,
          handle: window.fidelity.handleOf(part.key),
          ...(row.cost === undefined ? {} : { p: row.cost.p, loss: row.cost.loss }),
          text: pageText(part.kind, part.text, redact),
          ...(row.level === 'full' ? {} : { sent: pageText(part.kind, shown ?? '', redact) }),
        },
      ]
    }),
  }))
  return {
    title: `${transcript.agent} · ${transcript.externalId.slice(0, 8)}`,
    subtitle: [
      transcript.model,
      transcript.format,
      `${fitted.calls} calls`,
      `${transcript.segments.length} segments`,
    ]
      .filter(Boolean)
      .join(' · '),
    policies: policies.map(({ name, figures, dollars, passes }) => ({
      name,
      tokens: figures.tokens,
      cost: figures.refetchCost,
      dollars,
      passes,
      recall: figures.recall,
      unsupported: figures.unsupported,
      userLines: figures.userLines,
    })),
    call: window.call,
    calls: window.calls,
    marks: advice,
    sizes: window.sizes.map(({ raw, shown, pass }) => [raw, shown, pass === undefined ? 0 : 1]),
    messages,
  }
}

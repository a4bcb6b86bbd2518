import { counted } from '../../counted.ts'
import type { FittedSession } from '../fitted-session.ts'
import { pageText } from './page-text.ts'
import { type WindowMessage, type WindowPart, windowMessages } from './window-parts.ts'

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
  readonly messages: readonly WindowMessage<PagePart>[]
}

/** With the beginning of the original. */
type PagePart = WindowPart & { readonly text: string }

export function pageData(fitted: FittedSession): PageData {
  const { transcript, window, policies, advice, settings } = fitted
  const { redact } = settings
  const messages = windowMessages(window, { redact, cwd: transcript.cwd }, ({ kind, text }) => ({
    text: pageText(kind, text, redact),
  }))
  return {
    title: `${transcript.agent} · ${transcript.externalId.slice(0, 8)}`,
    subtitle: [
      transcript.model,
      ...(transcript.format === transcript.agent ? [] : [transcript.format]),
      counted(fitted.calls, 'call'),
      counted(transcript.segments.length, 'segment'),
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

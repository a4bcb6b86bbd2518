import { est1, type Issue, type VarveError } from '@varve/core'
import type { OperationResult } from '../operations/operation.ts'
import { errorEnvelope, errorText } from '../operations/told-error.ts'
import { type AnswerPage, MOST_TOKENS, pageOf } from './answer-page.ts'
import type { LongTexts } from './long-texts.ts'
import type { Tool } from './tools/tool.ts'

/** What a call comes back with: text for the model, and the same as data for programs. */
export interface ToolAnswer {
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent: { [name: string]: unknown }
  readonly isError?: boolean
  [name: string]: unknown
}

interface Answered {
  readonly tool: Tool
  readonly result: OperationResult
  readonly texts: LongTexts
  /** What was wrong with the call, or is worth knowing beside its answer. */
  readonly notes: readonly string[]
  readonly notices: readonly Issue[]
}

/** An operation's result as a tool's. What is too long comes in parts, each with what to give for the next. */
export function toolAnswer({ tool, result, texts, notes, notices }: Answered): ToolAnswer {
  const { json } = result
  const data = JSON.stringify(json)
  const text = tool.textIsData ? data : result.human.trimEnd()
  const page = pageOf(text, undefined)
  if (page.cursor !== undefined) texts.keep(text)
  const isDataShort = page.isWhole && est1.count(data) <= MOST_TOKENS
  const told = [
    ...goOn(page),
    ...(result.issues ?? []).filter(({ severity }) => severity !== 'info').map(issueLine),
    ...notices.map(issueLine),
    ...notes,
  ]
  return {
    content: [
      { type: 'text', text: page.text },
      ...(told.length > 0 ? [{ type: 'text' as const, text: toldText(told) }] : []),
    ],
    structuredContent: isDataShort
      ? { ...json }
      : { truncated: true, cursor: page.cursor ?? null, bytes: Buffer.byteLength(data) },
  }
}

/** A further part of a text that was too long. */
export function partAnswer(text: string, cursor: unknown): ToolAnswer {
  const page = pageOf(text, cursor)
  return {
    content: [page.text, ...goOn(page)].map((part) => ({ type: 'text', text: part })),
    structuredContent: { truncated: true, cursor: page.cursor ?? null, bytes: Buffer.byteLength(text) },
  }
}

function goOn({ cursor }: AnswerPage): readonly string[] {
  return cursor === undefined ? [] : [`truncated: call it again with cursor ${cursor}`]
}

/** So many lines are told beside an answer; the rest is counted. */
const MOST_TOLD = 12

function toldText(told: readonly string[]): string {
  const more = told.length - MOST_TOLD
  return [...told.slice(0, MOST_TOLD), ...(more > 0 ? [`… and ${more} more`] : [])].join('\n')
}

/** An error as data with the same members as the command line's, and as its text. */
export function errorAnswer(error: VarveError): ToolAnswer {
  return {
    content: [{ type: 'text', text: pageOf(errorText(error), undefined).text }],
    structuredContent: errorEnvelope(error),
    isError: true,
  }
}

function issueLine({ severity, code, message, fix }: Issue): string {
  return [`${severity}: [${code}] ${message}`, ...fix.map((command) => `  try: ${command}`)].join('\n')
}

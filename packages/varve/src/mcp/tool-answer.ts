import { est1, type Issue, type VarveError } from '@varve/core'
import type { OperationResult } from '../operations/operation.ts'
import { errorEnvelope, errorText } from '../operations/told-error.ts'
import { MOST_TOKENS, pageOf } from './answer-page.ts'
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
  readonly cursor: unknown
  /** What was wrong with the call, or is worth knowing beside its answer. */
  readonly notes: readonly string[]
  readonly notices: readonly Issue[]
}

/** An operation's result as a tool's. What is too long comes in parts, each with what to give for the next. */
export function toolAnswer({ tool, result, cursor, notes, notices }: Answered): ToolAnswer {
  const data = JSON.stringify(result.json)
  const page = pageOf(tool.textIsData ? data : result.human.trimEnd(), cursor)
  const isDataShort = page.isWhole && est1.count(data) <= MOST_TOKENS
  const told = [
    ...(page.cursor === undefined ? [] : [`truncated: call it again with cursor ${page.cursor}`]),
    ...(result.issues ?? []).filter(({ severity }) => severity !== 'info').map(issueLine),
    ...notices.map(issueLine),
    ...notes,
  ]
  return {
    content: [
      { type: 'text', text: page.text },
      ...(told.length > 0 ? [{ type: 'text' as const, text: pageOf(told.join('\n'), undefined).text }] : []),
    ],
    structuredContent: isDataShort
      ? JSON.parse(data)
      : { truncated: true, cursor: page.cursor ?? null, bytes: Buffer.byteLength(data) },
  }
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

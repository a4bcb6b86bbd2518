import { type Message, type Part, subjectOf } from '@varve/core/fidelity'
import type { FittedSession } from './fitted-session.ts'

/** The parts that were left out, largest first, each with the handle that brings it back and what it was. */
export function largestElided({ window, transcript, settings }: FittedSession, count: number) {
  const elided = window.parts.filter(({ level, kind }) => level === 'placeholder' && kind !== 'reasoning')
  const { redact } = settings
  const subjects = { redact, workingDirectory: transcript.cwd }
  return elided
    .toSorted((a, b) => b.tokens - a.tokens || a.message - b.message)
    .slice(0, count)
    .map((row) => {
      const { part, call } = partAndCall(window.messages, row.message, row.key)
      return {
        ...row,
        handle: window.fidelity.handleOf(row.key),
        tool: call?.tool ?? part?.tool,
        subject: part === undefined ? row.kind : subjectOf(part, call, subjects),
      }
    })
}

interface PartAndCall {
  readonly part: Part | undefined
  /** Of a result, the call that it answers. */
  readonly call: Part | undefined
}

function partAndCall(messages: readonly Message[], place: number, key: string): PartAndCall {
  const part = messages[place]?.parts.find((each) => each.key === key)
  if (part?.kind !== 'tool_result') return { part, call: undefined }
  for (const { parts } of messages.slice(0, place).toReversed()) {
    const call = parts.find(({ kind, callId }) => kind === 'tool_call' && callId === part.callId)
    if (call !== undefined) return { part, call }
  }
  return { part, call: undefined }
}

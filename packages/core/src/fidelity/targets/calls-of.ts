import type { Message, Part } from '../model/message.ts'

/** A call with its first result, and where each stands. */
export interface CallFact {
  readonly call: Part
  readonly message: number
  result?: Part
  resultMessage?: number
}

/** The calls of a window in order. A result belongs to the nearest call before it that has its id. */
export function callsOf(messages: readonly Message[]): readonly CallFact[] {
  const calls: CallFact[] = []
  const open = new Map<string, CallFact>()
  for (const [message, { parts }] of messages.entries()) {
    for (const part of parts) {
      if (part.kind === 'tool_call') {
        const fact: CallFact = { call: part, message }
        calls.push(fact)
        open.set(callIdOf(part), fact)
      } else if (part.kind === 'tool_result') {
        const fact = open.get(callIdOf(part))
        if (fact === undefined || fact.result !== undefined) continue
        fact.result = part
        fact.resultMessage = message
      }
    }
  }
  return calls
}

/** The id by which a call and its results find each other. */
export function callIdOf(part: Pick<Part, 'callId' | 'key'>): string {
  return part.callId ?? part.key.slice(2)
}

/** Whether a call came back, and did what it should. */
export function succeeded({ result }: Pick<CallFact, 'result'>): boolean {
  return result !== undefined && result.isError !== true && (result.exitCode ?? 0) === 0
}

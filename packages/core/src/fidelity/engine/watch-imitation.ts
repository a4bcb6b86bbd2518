import type { Issue } from '../../domain/issue.ts'
import { imitatesElision } from '../forms/applied-edit.ts'
import type { Message } from '../model/message.ts'
import type { LiveSession } from './live-session.ts'
import { windowIssue } from './window-issues.ts'

/** Calls whose arguments are shown again. */
const IMITATED_CALLS = 20

/** Stops eliding arguments where the model's newest call copied what an elision writes. */
export function watchImitation(live: LiveSession, messages: readonly Message[]): readonly Issue[] {
  if (live.memory.keepsArguments) return []
  const newest = messages.findLast(({ role }) => role === 'assistant')?.parts ?? []
  const copied = newest.filter((part) => part.kind === 'tool_call' && imitatesElision(part.args ?? part.text))
  const own = copied.filter(({ key, text }) => live.ledger.find(key)?.text !== text)
  if (own.length === 0) return []
  live.memory = { ...live.memory, keepsArguments: true }
  const calls = messages.flatMap(({ parts }) => parts.filter(({ kind }) => kind === 'tool_call'))
  live.restore(calls.slice(-IMITATED_CALLS), 'imitated')
  const message = 'a call copies what stands for elided arguments: they are shown in full from now on'
  return [
    windowIssue(
      'imitated_elision',
      message,
      own.map(({ key }) => key),
    ),
  ]
}

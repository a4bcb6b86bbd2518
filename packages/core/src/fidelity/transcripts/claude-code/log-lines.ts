import { parseAnthropicMessage } from '../../adapters/anthropic-messages/index.ts'
import { type HostObject, nameOf, numberOf, objectOf } from '../../host/host-object.ts'
import { withResultsCleared } from '../cleared-results.ts'
import type { CallUsage } from '../transcript.ts'
import type { LoggedMessage, TranscriptDraft } from '../transcript-draft.ts'
import { type ClaudeLine, messageIdOf } from './parse-line.ts'

/** Writes lines into a transcript: the lines of one answer as one message, rewrites as new segments. */
export function logClaudeLines(draft: TranscriptDraft, lines: readonly ClaudeLine[]): void {
  let answers = new Map<string, number>()
  let isCompacted = false
  for (const line of lines) {
    draft.noteTime(line.at)
    if (line.kind === 'compaction') isCompacted = true
    else if (line.kind === 'clearing') {
      draft.restart('clearing', withResultsCleared(draft.messages, new Set(line.cleared)))
      answers = new Map()
    } else if (line.kind === 'message') {
      const messages = loggedMessages(line, draft.facts.kind === 'subagent')
      if (isCompacted || line.isSummary === true) {
        draft.restart('compaction', line.isSummary === true ? messages : [])
        answers = new Map()
        isCompacted = false
        if (line.isSummary === true) continue
      }
      for (const message of messages) logMessage(draft, line, message, answers)
    }
  }
  if (isCompacted) draft.restart('compaction', [])
}

function logMessage(
  draft: TranscriptDraft,
  line: ClaudeLine,
  message: LoggedMessage,
  answers: Map<string, number>,
): void {
  const id = messageIdOf(line)
  const begun = id === undefined ? undefined : answers.get(id)
  if (begun !== undefined) draft.extend(begun, message.parts, message.keys)
  const index = begun ?? draft.append(message)
  if (id !== undefined) answers.set(id, index)
  if (message.role !== 'assistant') return
  const usage = usageOf(line)
  if (usage !== undefined) draft.usage(index, usage)
  if (message.model !== undefined) draft.note({ model: message.model })
}

function loggedMessages(line: ClaudeLine, isSubagent: boolean): readonly LoggedMessage[] {
  const model = nameOf(line.message?.model)
  return parseAnthropicMessage(line.message).map((message) => ({
    ...message,
    human: message.human && line.isFromHost !== true && !isSubagent,
    keys: line.uuid === undefined ? [`line:${line.number}`] : [`uuid:${line.uuid}`],
    ...(line.at === undefined ? {} : { at: line.at }),
    ...(model === undefined ? {} : { model }),
    ...(line.parent === undefined ? {} : { parent: `uuid:${line.parent}` }),
  }))
}

function usageOf(line: ClaudeLine): Omit<CallUsage, 'segment' | 'message'> | undefined {
  const usage = objectOf(line.message?.usage)
  if (usage === undefined) return undefined
  const cacheRead = numberOf(usage.cache_read_input_tokens) ?? 0
  const cacheWrite = numberOf(usage.cache_creation_input_tokens) ?? writesOf(usage)
  const model = nameOf(line.message?.model)
  return {
    input: (numberOf(usage.input_tokens) ?? 0) + cacheRead + cacheWrite,
    cacheRead,
    cacheWrite,
    output: numberOf(usage.output_tokens) ?? 0,
    ...(line.at === undefined ? {} : { at: line.at }),
    ...(model === undefined ? {} : { model }),
  }
}

function writesOf(usage: HostObject): number {
  const writes = objectOf(usage.cache_creation)
  return (
    (numberOf(writes?.ephemeral_5m_input_tokens) ?? 0) + (numberOf(writes?.ephemeral_1h_input_tokens) ?? 0)
  )
}

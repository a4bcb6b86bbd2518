import { argumentsOf } from '../../host/call-arguments.ts'
import type { DraftPart } from '../../host/draft.ts'
import { type HostObject, nameOf, numberOf, objectOf, objectsOf, textOf } from '../../host/host-object.ts'
import { imageOfReference } from '../../host/image-text.ts'
import { userMessage } from '../../host/user-message.ts'
import { UNKNOWN_SIZE } from '../../model/part-tokens.ts'
import { withResultsCleared } from '../cleared-results.ts'
import { isoTime } from '../iso-time.ts'
import { type LoggedMessage, TranscriptDraft } from '../transcript-draft.ts'
import type { TranscriptReader } from '../transcript-format.ts'
import { clearingsOf, partId, type Step, stepsOf } from './steps.ts'

export class OpencodeReader implements TranscriptReader {
  readonly #drafts: TranscriptDraft[] = []

  take(item: unknown): void {
    const document = objectOf(item)
    const info = objectOf(document?.info)
    if (document === undefined || info === undefined) return
    const draft = new TranscriptDraft('opencode', factsOf(info))
    logSession(draft, document)
    this.#drafts.push(draft)
  }

  end(): readonly TranscriptDraft[] {
    return this.#drafts
  }
}

/** What it calls a session that nobody named yet. */
const PLACEHOLDER_TITLE = /^(?:New|Child) session - /

function factsOf(info: HostObject): TranscriptDraft['facts'] {
  const [externalId, cwd, named, parentId] = [info.id, info.directory, info.title, info.parentID].map(nameOf)
  const title = named !== undefined && PLACEHOLDER_TITLE.test(named) ? undefined : named
  return {
    agent: 'opencode',
    kind: parentId === undefined ? 'main' : 'subagent',
    ...(externalId === undefined ? {} : { externalId }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(title === undefined ? {} : { title }),
    ...(parentId === undefined ? {} : { parentId }),
  }
}

function logSession(draft: TranscriptDraft, document: HostObject): void {
  const messages = objectsOf(document.messages)
  const clearings = [...clearingsOf(messages)]
  let request: readonly LoggedMessage[] | undefined
  for (const step of stepsOf(messages)) {
    for (let next = clearings[0]; next !== undefined && next.at <= step.at; next = clearings[0]) {
      draft.restart('clearing', withResultsCleared(draft.messages, next.partIds))
      clearings.shift()
    }
    draft.noteTime(isoTime(step.at))
    if (step.parts.some((part) => part.type === 'compaction')) request = [compactionRequest(step)]
    else if (request !== undefined && objectOf(step.message.info)?.summary === true) {
      draft.restart('compaction', [...request, ...answerOf(step)])
      request = undefined
    } else logStep(draft, step)
  }
}

/** What opencode itself asks in the place of all that went before. */
function compactionRequest(step: Step): LoggedMessage {
  const raw = step.message
  return {
    role: 'user',
    parts: [{ kind: 'text', text: 'What did we do so far?', raw }],
    human: false,
    raw,
    ...fromOf(step),
  }
}

function logStep(draft: TranscriptDraft, step: Step): void {
  const info = objectOf(step.message.info)
  if (info?.role === 'user') {
    const message = userOf(step, draft.facts.kind === 'main')
    if (message.parts.length > 0) draft.append(message)
    return
  }
  const [answer, ...results] = answerOf(step)
  if (answer === undefined) return
  const index = draft.append(answer)
  for (const message of results) draft.append(message)
  if (answer.model !== undefined) draft.note({ model: answer.model })
  logUsage(draft, index, step, answer)
}

function fromOf(step: Step): Pick<LoggedMessage, 'keys' | 'at'> {
  return { keys: [`id:${nameOf(objectOf(step.message.info)?.id) ?? ''}`], at: isoTime(step.at) }
}

function userOf(step: Step, isMain: boolean): LoggedMessage {
  const sent = step.parts.filter((part) => part.ignored !== true)
  const typed = userMessage(textsOf(sent.filter((part) => part.synthetic !== true)), step.message)
  return { ...typed, parts: textsOf(sent), human: typed.human && isMain, ...fromOf(step) }
}

function textsOf(parts: readonly HostObject[]): readonly DraftPart[] {
  return parts.flatMap((part): readonly DraftPart[] => {
    if (part.type === 'text') return [{ kind: 'text', text: textOf(part.text) ?? '', raw: part }]
    return part.type === 'file' ? [filePart(part)] : []
  })
}

function filePart(part: HostObject): DraftPart {
  const type = nameOf(part.mime) ?? 'unknown'
  if (type.startsWith('image/'))
    return { kind: 'image', ...imageOfReference(textOf(part.url) ?? 'unknown'), raw: part }
  return {
    kind: 'attachment',
    text: `${nameOf(part.filename) ?? 'file'} ${type}`,
    tokens: UNKNOWN_SIZE,
    raw: part,
  }
}

/** The answer of one step, and the results of its calls. */
function answerOf(step: Step): readonly LoggedMessage[] {
  const parts = step.parts.flatMap(answerPart)
  if (parts.length === 0) return []
  const model = nameOf(objectOf(step.message.info)?.modelID)
  const from = fromOf(step)
  const results = step.parts.flatMap(resultPart)
  return [
    {
      role: 'assistant',
      parts,
      human: false,
      raw: step.message,
      ...from,
      ...(model === undefined ? {} : { model }),
    },
    ...(results.length === 0
      ? []
      : [{ role: 'tool' as const, parts: results, human: false, raw: step.message, ...from }]),
  ]
}

function answerPart(part: HostObject): readonly DraftPart[] {
  if (part.type === 'text' && part.ignored !== true)
    return [{ kind: 'text', text: textOf(part.text) ?? '', raw: part }]
  if (part.type === 'reasoning') {
    const isSigned = part.metadata !== undefined
    return [
      { kind: 'reasoning', text: textOf(part.text) ?? '', ...(isSigned ? { opaque: true } : {}), raw: part },
    ]
  }
  if (part.type !== 'tool')
    return KNOWN.has(textOf(part.type) ?? '')
      ? []
      : [{ kind: 'marker', text: textOf(part.type) ?? 'unknown', opaque: true, raw: part }]
  return [
    {
      kind: 'tool_call',
      tool: textOf(part.tool) ?? '',
      callId: partId(part),
      ...argumentsOf(objectOf(part.state)?.input),
      raw: part,
    },
  ]
}

const KNOWN = new Set([
  'text',
  'step-start',
  'step-finish',
  'snapshot',
  'patch',
  'agent',
  'subtask',
  'retry',
  'compaction',
  'file',
])

function resultPart(part: HostObject): readonly DraftPart[] {
  const state = objectOf(part.state)
  if (part.type !== 'tool' || (state?.status !== 'completed' && state?.status !== 'error')) return []
  const isError = state.status === 'error'
  const exitCode = numberOf(objectOf(state.metadata)?.exit)
  return [
    {
      kind: 'tool_result',
      tool: textOf(part.tool) ?? '',
      callId: partId(part),
      text: textOf(isError ? state.error : state.output) ?? '',
      ...(isError ? { isError } : {}),
      ...(exitCode === undefined ? {} : { exitCode }),
      raw: part,
    },
  ]
}

function logUsage(draft: TranscriptDraft, index: number, step: Step, answer: LoggedMessage): void {
  const finish = step.parts.find((part) => part.type === 'step-finish')
  const tokens = objectOf(finish?.tokens)
  if (finish === undefined || tokens === undefined) return
  const cacheRead = numberOf(objectOf(tokens.cache)?.read) ?? 0
  const cacheWrite = numberOf(objectOf(tokens.cache)?.write) ?? 0
  const costUsd = numberOf(finish.cost)
  draft.usage(index, {
    input: (numberOf(tokens.input) ?? 0) + cacheRead + cacheWrite,
    cacheRead,
    cacheWrite,
    output: numberOf(tokens.output) ?? 0,
    at: isoTime(step.at),
    ...(answer.model === undefined ? {} : { model: answer.model }),
    ...(costUsd === undefined ? {} : { costUsd }),
  })
}

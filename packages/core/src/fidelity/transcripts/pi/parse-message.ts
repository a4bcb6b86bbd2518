import { argumentsOf } from '../../host/call-arguments.ts'
import type { DraftMessage, DraftPart } from '../../host/draft.ts'
import { type HostObject, listOf, nameOf, numberOf, objectOf, textOf } from '../../host/host-object.ts'
import { imageOfBase64 } from '../../host/image-text.ts'
import { joinedTexts } from '../../host/joined-texts.ts'
import { opaqueMarker } from '../../host/opaque-marker.ts'
import { userMessage } from '../../host/user-message.ts'
import type { CallUsage } from '../transcript.ts'

/** The message of an entry; undefined where the model never saw one. */
export function parsePiMessage(message: HostObject): DraftMessage | undefined {
  switch (message.role) {
    case 'user':
      return userMessage(contentParts(message.content), message)
    case 'assistant': {
      const parts = contentParts(message.content)
      return parts.length === 0 ? undefined : { role: 'assistant', parts, human: false, raw: message }
    }
    case 'toolResult':
      return { role: 'tool', parts: [resultPart(message)], human: false, raw: message }
    case 'bashExecution':
      return message.excludeFromContext === true ? undefined : hostText(bashText(message), message)
    case 'custom':
    case 'hookMessage':
      return hostText(joinedTexts(message.content), message)
    case 'compactionSummary':
    case 'branchSummary':
      return hostText(textOf(message.summary) ?? joinedTexts(message.content), message)
    default:
      return undefined
  }
}

/** A text that the agent says in the user's place. */
export function hostText(text: string, raw: HostObject): DraftMessage {
  return { role: 'user', parts: [{ kind: 'text', text, raw }], human: false, raw }
}

function bashText(message: HostObject): string {
  return `Ran \`${textOf(message.command) ?? ''}\`\n${textOf(message.output) ?? ''}`
}

function contentParts(content: unknown): readonly DraftPart[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content, raw: content }]
  return listOf(content).map(contentPart)
}

function contentPart(block: unknown): DraftPart {
  const object = objectOf(block)
  switch (object?.type) {
    case 'text':
      return { kind: 'text', text: textOf(object.text) ?? '', raw: block }
    case 'thinking': {
      const isSigned = nameOf(object.thinkingSignature) !== undefined
      return {
        kind: 'reasoning',
        text: textOf(object.thinking) ?? '',
        ...(isSigned ? { opaque: true } : {}),
        raw: block,
      }
    }
    case 'toolCall': {
      const callId = nameOf(object.id)
      const id = callId === undefined ? {} : { callId }
      return {
        kind: 'tool_call',
        tool: textOf(object.name) ?? '',
        ...id,
        ...argumentsOf(object.arguments),
        raw: block,
      }
    }
    case 'image':
      return {
        kind: 'image',
        ...imageOfBase64(textOf(object.data) ?? '', nameOf(object.mimeType)),
        raw: block,
      }
    default:
      return opaqueMarker(block)
  }
}

function resultPart(message: HostObject): DraftPart {
  const callId = nameOf(message.toolCallId)
  return {
    kind: 'tool_result',
    tool: textOf(message.toolName) ?? '',
    ...(callId === undefined ? {} : { callId }),
    text: joinedTexts(message.content),
    ...(message.isError === true ? { isError: true } : {}),
    raw: message,
  }
}

export function piUsage(
  message: HostObject,
  at: string | undefined,
): Omit<CallUsage, 'segment' | 'message'> | undefined {
  const usage = objectOf(message.usage)
  if (usage === undefined) return undefined
  const [cacheRead, cacheWrite] = [numberOf(usage.cacheRead) ?? 0, numberOf(usage.cacheWrite) ?? 0]
  const input = (numberOf(usage.input) ?? 0) + cacheRead + cacheWrite
  const costUsd = numberOf(objectOf(usage.cost)?.total)
  const model = nameOf(message.model)
  return {
    input,
    cacheRead,
    cacheWrite,
    output: numberOf(usage.output) ?? 0,
    ...(at === undefined ? {} : { at }),
    ...(model === undefined ? {} : { model }),
    ...(costUsd === undefined ? {} : { costUsd }),
  }
}

import { argumentObject } from '../../host/call-arguments.ts'
import { isHostObject, listOf, objectOf } from '../../host/host-object.ts'
import type { HostFormat } from '../host-format.ts'
import { rebuildBlocks } from '../rebuild-blocks.ts'
import { parseGeminiContents } from './parse-contents.ts'

/** Requests to Gemini's `generateContent`. */
export const gemini: HostFormat = {
  name: 'gemini',
  detect: (request) => Array.isArray(objectOf(request)?.contents),
  list: (request) => listOf(objectOf(request)?.contents),
  withList: (request, contents) => ({ ...objectOf(request), contents }),
  overhead: (request) => {
    const body = objectOf(request)
    const config = objectOf(body?.config)
    return [
      body?.systemInstruction ?? body?.system_instruction ?? config?.systemInstruction,
      body?.tools ?? config?.tools,
    ]
  },
  parse: parseGeminiContents,
  joins: () => false,
  rebuild: (content, edits) => {
    const host = objectOf(content)
    if (host !== undefined) return { ...host, parts: rebuildBlocks(listOf(host.parts), edits, replacePart) }
    const [edit] = edits
    return edit?.kind === 'replaced' ? edit.text : content
  },
  removesReasoning: true,
  serverEdits: () => undefined,
}

/** A part with other content: names, ids and order stay, so that responses still match their calls. */
function replacePart(part: unknown, text: string): unknown {
  if (!isHostObject(part)) return { text }
  if (isHostObject(part.functionCall)) {
    return { ...part, functionCall: { ...part.functionCall, args: argumentObject(text) } }
  }
  if (isHostObject(part.functionResponse)) {
    const isError = objectOf(part.functionResponse.response)?.error !== undefined
    const response = isError ? { error: text } : { output: text }
    return { ...part, functionResponse: { ...part.functionResponse, response } }
  }
  return typeof part.text === 'string' ? { ...part, text } : { text }
}

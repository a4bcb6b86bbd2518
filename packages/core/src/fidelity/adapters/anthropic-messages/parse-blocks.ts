import { withoutUndefined } from '../../../domain/json.ts'
import { argumentsOf } from '../../host/call-arguments.ts'
import type { DraftPart } from '../../host/draft.ts'
import { type HostObject, nameOf, objectOf, textOf } from '../../host/host-object.ts'
import { type ImageFacts, imageOfBase64, imageOfReference } from '../../host/image-text.ts'
import { joinedTexts } from '../../host/joined-texts.ts'
import { opaqueMarker } from '../../host/opaque-marker.ts'
import { UNKNOWN_SIZE } from '../../model/part-tokens.ts'

/** The part of one content block. Types that aren't known, such as those of server tools, are left alone. */
export function parseAnthropicBlock(block: unknown): DraftPart {
  if (typeof block === 'string') return { kind: 'text', text: block, raw: block }
  const object = objectOf(block)
  const parse = object === undefined ? undefined : PARSERS[textOf(object.type) ?? '']
  if (object === undefined || parse === undefined) return opaqueMarker(block)
  return parse(object)
}

const PARSERS: Readonly<Record<string, (block: HostObject) => DraftPart>> = {
  text: (block) => ({ kind: 'text', text: textOf(block.text) ?? '', raw: block }),
  image: (block) => ({ kind: 'image', ...imageOf(objectOf(block.source)), raw: block }),
  document: (block) => ({ kind: 'attachment', ...documentOf(block), raw: block }),
  thinking: (block) => ({
    kind: 'reasoning',
    text: textOf(block.thinking) ?? '',
    ...(nameOf(block.signature) === undefined ? {} : { opaque: true }),
    raw: block,
  }),
  redacted_thinking: (block) => ({ kind: 'reasoning', text: '', opaque: true, raw: block }),
  tool_use: (block) => ({
    kind: 'tool_call',
    tool: textOf(block.name) ?? '',
    ...callIdOf(block.id),
    ...argumentsOf(block.input),
    raw: block,
  }),
  tool_result: (block) => ({
    kind: 'tool_result',
    ...callIdOf(block.tool_use_id),
    text: joinedTexts(block.content),
    ...(block.is_error === true ? { isError: true } : {}),
    raw: block,
  }),
}

function callIdOf(id: unknown): { readonly callId?: string } {
  const callId = nameOf(id)
  return withoutUndefined({ callId })
}

function imageOf(source: HostObject | undefined): ImageFacts {
  const data = textOf(source?.data)
  if (data !== undefined) return imageOfBase64(data, textOf(source?.media_type))
  return imageOfReference(textOf(source?.url) ?? textOf(source?.file_id) ?? 'unknown')
}

function documentOf(block: HostObject): { readonly text: string; readonly tokens: number } {
  const source = objectOf(block.source)
  const name = textOf(block.title) ?? textOf(source?.url) ?? textOf(source?.file_id)
  const type = textOf(source?.media_type) ?? textOf(source?.type) ?? 'document'
  return { text: name === undefined ? type : `${name} ${type}`, tokens: UNKNOWN_SIZE }
}

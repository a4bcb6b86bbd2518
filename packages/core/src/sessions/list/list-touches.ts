import type { Instant } from '../../domain/instant.ts'
import type { SessionId, SessionPart } from '../../domain/session.ts'
import { commandOf, fileArgument, patchOf } from '../../fidelity/targets/call-payload.ts'
import type { StoreReader } from '../../ports/store.ts'
import { saidBy } from './first-asked.ts'

/** A call of a tool that named a file, and what the user had said last. */
export interface Touch {
  readonly path: string
  readonly tool: string
  readonly at: Instant | undefined
  readonly intent: string | undefined
}

const PATCHED = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm
const WORDS = /[^\s'"`;|&<>()]+/g

/** The calls of a session whose file has a text in its path, letter for letter; in their order. */
export function listTouches(reader: StoreReader, session: SessionId, pathPart: string): readonly Touch[] {
  const touches: Touch[] = []
  let intent: string | undefined
  for (const message of reader.sessionMessages(session)) {
    intent = saidBy(message) ?? intent
    for (const part of message.parts) {
      if (part.kind !== 'tool_call') continue
      for (const path of new Set(pathsOf(part))) {
        if (path.includes(pathPart)) touches.push({ path, tool: part.tool ?? 'tool', at: message.at, intent })
      }
    }
  }
  return touches
}

/** The file that a call names, those of a patch, and the words of a command line, of which some are paths. */
function pathsOf({ args, text }: SessionPart): readonly string[] {
  const file = fileArgument(args)
  if (file !== undefined) return [file]
  const patched = Array.from(patchOf(text, args).matchAll(PATCHED), ([, path = '']) => path)
  if (patched.length > 0) return patched
  return commandOf(args)?.match(WORDS) ?? []
}

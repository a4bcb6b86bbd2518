import type { JsonObject } from '@varve/core'
import type { Environment } from '../project/varve-home.ts'
import { userHome } from '../project/varve-home.ts'

/** What a host says of an event, by one name whatever the host calls it. */
export interface HookInput {
  /** The host's own id of the session. */
  readonly session: string | undefined
  readonly cwd: string
  readonly transcriptPath: string | undefined
  /** startup, resume, clear, compact, fork. */
  readonly source: string | undefined
  readonly prompt: string | undefined
  /** What tells two firings of one event apart. */
  readonly turn: string | undefined
  /** All that it said. */
  readonly said: JsonObject
}

/** Reads the JSON that a host writes to standard input; undefined where it is none. */
export function parseHookInput(text: string, cwd: string, env: Environment): HookInput | undefined {
  const value = parseObject(text)
  if (value === undefined) return undefined
  const named = (...names: readonly string[]) => firstText(value, names)
  const [root] = Array.isArray(value.workspace_roots) ? value.workspace_roots : []
  const transcript = named('transcript_path')
  return {
    session: named('conversation_id', 'session_id', 'sessionID', 'sessionId'),
    // Where a host names the folders of its window, `cwd` is what a command ran in.
    cwd: typeof root === 'string' ? root : (named('cwd', 'directory') ?? cwd),
    transcriptPath: transcript?.startsWith('~/') ? `${userHome(env)}${transcript.slice(1)}` : transcript,
    source: named('source'),
    prompt: named('prompt'),
    turn: named('prompt_id', 'turn_id', 'generation_id'),
    said: value,
  }
}

function parseObject(text: string): JsonObject | undefined {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined
  } catch {
    return undefined
  }
}

function firstText(value: JsonObject, names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = value[name]
    if (typeof text === 'string' && text !== '') return text
  }
  return undefined
}

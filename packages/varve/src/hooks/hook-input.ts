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
    cwd: named('cwd', 'directory') ?? (typeof root === 'string' ? root : cwd),
    transcriptPath: transcript?.startsWith('~/') ? `${userHome(env)}${transcript.slice(1)}` : transcript,
    source: named('source'),
    prompt: named('prompt'),
    turn: named('prompt_id', 'turn_id', 'generation_id'),
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    return undefined
  }
}

function firstText(value: Readonly<Record<string, unknown>>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = value[name]
    if (typeof text === 'string' && text !== '') return text
  }
  return undefined
}

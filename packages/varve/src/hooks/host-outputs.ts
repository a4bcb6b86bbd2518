/** Hosts by the names that `--agent` takes. */
export const HOSTS = ['claude-code', 'codex', 'gemini-cli', 'cursor', 'opencode'] as const
export type HostName = (typeof HOSTS)[number]

export const HOOK_EVENTS = [
  'session-start',
  'prompt',
  'pre-compact',
  'post-compact',
  'turn-end',
  'session-end',
  'tool',
  'post-merge',
] as const
export type HookEvent = (typeof HOOK_EVENTS)[number]

/** What a host takes, and how it measures it. */
export interface Host {
  /** The most of one text. */
  readonly most: number
  readonly sizeOf: (text: string) => number
  /** The document that puts a text before the agent. */
  readonly inject: (event: 'session-start' | 'prompt', text: string) => object
  /** What to print where there is nothing to say. */
  readonly silence?: string
  /** It writes no transcript: what a session says is what its hooks are told. */
  readonly tellsHooks?: true
}

/** What a host adds to a text has room beside it. */
const MOST_CHARACTERS = 9000
/** Codex counts 2,500 tokens of four bytes. */
const MOST_BYTES = 9600

const inCharacters = (text: string) => text.length
const inBytes = (text: string) => Buffer.byteLength(text)

function named(sessionStart: string, prompt: string): Host['inject'] {
  return (event, additionalContext) => ({
    hookSpecificOutput: { hookEventName: event === 'prompt' ? prompt : sessionStart, additionalContext },
  })
}

/** One row a host: no other code asks for its name. */
export const HOST_OUTPUTS: Readonly<Record<HostName, Host>> = {
  'claude-code': {
    most: MOST_CHARACTERS,
    sizeOf: inCharacters,
    inject: named('SessionStart', 'UserPromptSubmit'),
  },
  codex: { most: MOST_BYTES, sizeOf: inBytes, inject: named('SessionStart', 'UserPromptSubmit') },
  'gemini-cli': {
    most: MOST_CHARACTERS,
    sizeOf: inCharacters,
    inject: named('SessionStart', 'BeforeAgent'),
    silence: '{}\n',
  },
  cursor: {
    most: MOST_CHARACTERS,
    sizeOf: inCharacters,
    inject: (_, text) => ({ additional_context: text }),
    tellsHooks: true,
  },
  opencode: { most: MOST_CHARACTERS, sizeOf: inCharacters, inject: (_, text) => ({ context: text }) },
}

export function isHost(name: string | undefined): name is HostName {
  return HOSTS.some((host) => host === name)
}

export function isHookEvent(name: string | undefined): name is HookEvent {
  return HOOK_EVENTS.some((event) => event === name)
}

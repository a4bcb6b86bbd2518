import { existsSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@varve/core'
import { locateProject } from '../project/locate-project.ts'
import type { ProjectPlace } from '../project/project-place.ts'
import { type Environment, userHome } from '../project/varve-home.ts'
import { afterMerge } from './after-merge.ts'
import { configOf, contextFor, type Hook, isLeftOut } from './context-for.ts'
import { parseHookInput } from './hook-input.ts'
import { HOST_OUTPUTS, type HookEvent, type HostName, isHookEvent, isHost } from './host-outputs.ts'
import { readInput } from './read-input.ts'
import { isFirstFiring, SessionNotes } from './session-notes.ts'
import { writeSpoolRecord } from './spool.ts'
import { startWorker } from './start-worker.ts'

/** Events at which a session's transcript has something new. */
const CAPTURING: ReadonlySet<HookEvent> = new Set(['pre-compact', 'turn-end', 'session-end', 'post-compact'])
/** Those of them that come before something is gone from the agent's sight. */
const FLUSHING: ReadonlySet<HookEvent> = new Set(['pre-compact', 'session-end'])

/** What a hook has to say, and what it left for another process. */
export interface HookAnswer {
  /** One whole document, or nothing. */
  readonly output?: string
  /** Where something is to be taken in. */
  readonly left?: ProjectPlace
}

const NOTHING: HookAnswer = {}

/** Handles one event of a host: prints what to put before the agent, if anything, and leaves the rest for later. */
export async function runHook(args: readonly string[], cwd: string, env: Environment): Promise<void> {
  if (args[0] === 'post-merge') return afterMerge(cwd, env)
  const { output, left } = await answerHook(args, cwd, env, readInput)
  // One write, at the end: a host never sees half a document, and waits for nothing that comes after.
  if (output !== undefined) writeSync(1, output)
  if (left !== undefined) startWorker(left, cwd, env)
}

/** The same, with nothing printed and nothing started. */
export async function answerHook(
  args: readonly string[],
  cwd: string,
  env: Environment,
  read: () => Promise<string | undefined>,
): Promise<HookAnswer> {
  const [event] = args
  const agent = agentOf(args, env)
  if (!isHookEvent(event) || agent === undefined) return NOTHING
  const host = HOST_OUTPUTS[agent]
  const silence: HookAnswer = host.silence === undefined ? NOTHING : { output: host.silence }
  const text = await read()
  // Varve's own model calls are sessions of nobody.
  if (env.VARVE_DISABLE === '1' || env.VARVE_SESSION === '1') return NOTHING
  const input = text === undefined ? undefined : parseHookInput(text, cwd, env)
  if (input === undefined) return silence
  const place = locateProject(input.cwd, env)
  if (isLeftToCursor(args, place.top, env)) return NOTHING
  const hook: Hook = { event, agent, host, input, place, config: configOf(place), env, now: Date.now() }
  const hasLeft = await leaveForWorker(hook)
  const document = event === 'session-start' || event === 'prompt' ? await contextFor(hook, event) : undefined
  return {
    ...silence,
    ...(document === undefined ? {} : { output: `${JSON.stringify(document)}\n` }),
    ...(hasLeft || (asksTeam(hook) && !isLeftOut(hook)) ? { left: place } : {}),
  }
}

/** What others did since is for the next answer: a session that starts doesn't wait for it. */
function asksTeam({ event, config, env }: Hook): boolean {
  return event === 'session-start' && (Boolean(env.VARVE_TEAM_URL) || config().team.url !== undefined)
}

/** Cursor runs the hooks of Claude Code's settings beside its own: those answer. */
function isLeftToCursor(args: readonly string[], top: string, env: Environment): boolean {
  if (env.CURSOR_VERSION === undefined || args.includes('cursor')) return false
  return [top, userHome(env)].some((folder) => {
    try {
      return readFileSync(join(folder, '.cursor/hooks.json'), 'utf8').includes(LAUNCHER)
    } catch {
      return false
    }
  })
}

const LAUNCHER = 'varve-hook'

function agentOf(args: readonly string[], env: Environment): HostName | undefined {
  const at = args.indexOf('--agent')
  const named = at < 0 ? 'claude-code' : args[at + 1]
  // Cursor runs the hooks of Claude Code's settings too.
  if (named === 'claude-code' && env.CURSOR_VERSION !== undefined) return 'cursor'
  return isHost(named) ? named : undefined
}

/** What is new, for a process that nobody waits for; where no transcript has it, what the host said of it. True where it is to start. */
async function leaveForWorker(hook: Hook): Promise<boolean> {
  const { event, agent, host, input, place, config, now } = hook
  const { session, transcriptPath, cwd } = input
  if (session === undefined) return false
  if (event === 'pre-compact' || event === 'post-compact') new SessionNotes(place.dataDir, session).clear()
  const isTurn = CAPTURING.has(event)
  if (!isTurn && host.tellsHooks !== true) return false
  if (!config().capture.enabled || isLeftOut(hook)) return false
  if (FLUSHING.has(event) && !config().memory.autoFlush) return false
  const payload = await payloadOf(hook)
  if (payload === undefined && !isTurn) return false
  writeSpoolRecord(place.dataDir, {
    v: 1,
    agent,
    event,
    session,
    ...(transcriptPath === undefined ? {} : { transcript_path: transcriptPath }),
    cwd,
    at: now,
    ...(payload === undefined ? {} : { payload }),
  })
  return isTurn
}

/** Of these at least one is in what is worth keeping. */
const SAID = ['prompt', 'text', 'command', 'file_path', 'result_json']

/** Masked before it lies anywhere; nothing where a transcript has it, or where it was said just now. */
async function payloadOf({ host, input, place, config, now }: Hook): Promise<JsonObject | undefined> {
  const { session, turn, transcriptPath, said } = input
  if (host.tellsHooks !== true || !SAID.some((name) => typeof said[name] === 'string')) return undefined
  if (transcriptPath !== undefined && existsSync(transcriptPath)) return undefined
  if (!isFirstFiring(place.dataDir, `said ${session} ${turn} ${JSON.stringify(said)}`, now)) return undefined
  const { maskInput } = await import('./mask-input.ts')
  return maskInput(said, config())
}

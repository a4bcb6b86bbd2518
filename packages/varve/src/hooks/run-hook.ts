import { existsSync, writeSync } from 'node:fs'
import type { JsonObject } from '@varve/core'
import { openForHook } from '../compose/open-for-hook.ts'
import type { Config } from '../config/config.ts'
import { loadConfig } from '../config/load-config.ts'
import { locateProject } from '../project/locate-project.ts'
import type { ProjectPlace } from '../project/project-place.ts'
import type { Environment } from '../project/varve-home.ts'
import { type HookInput, parseHookInput } from './hook-input.ts'
import {
  HOST_OUTPUTS,
  type HookEvent,
  type Host,
  type HostName,
  isHookEvent,
  isHost,
} from './host-outputs.ts'
import { type InjectionRequest, sessionStartText } from './inject.ts'
import { readInput } from './read-input.ts'
import { isFirstFiring, SessionNotes } from './session-notes.ts'
import { writeSpoolRecord } from './spool.ts'
import { startWorker } from './start-worker.ts'

/** Sources after which what was shown is no longer in the window. */
const FORGETTING = new Set(['compact', 'clear', 'startup'])

/** Events at which a session's transcript has something new. */
const CAPTURING: ReadonlySet<HookEvent> = new Set(['pre-compact', 'turn-end', 'session-end', 'post-compact'])

/** Handles one event of a host: prints what to put before the agent, if anything, and leaves the rest for later. */
export async function runHook(args: readonly string[], cwd: string, env: Environment): Promise<void> {
  const [event] = args
  const agent = agentOf(args, env)
  if (!isHookEvent(event) || agent === undefined) return
  const host = HOST_OUTPUTS[agent]
  const text = await handle(event, agent, host, cwd, env)
  // One write, at the end: a host never sees half a document.
  const output = text === undefined ? host.silence : `${JSON.stringify(text)}\n`
  if (output !== undefined) writeSync(1, output)
}

function agentOf(args: readonly string[], env: Environment): HostName | undefined {
  const at = args.indexOf('--agent')
  const named = at < 0 ? 'claude-code' : args[at + 1]
  // Cursor runs the hooks of Claude Code's settings too.
  if (named === 'claude-code' && env.CURSOR_VERSION !== undefined) return 'cursor'
  return isHost(named) ? named : undefined
}

async function handle(
  event: HookEvent,
  agent: HostName,
  host: Host,
  cwd: string,
  env: Environment,
): Promise<object | undefined> {
  const text = await readInput()
  // Varve's own model calls are sessions of nobody.
  if (text === undefined || env.VARVE_DISABLE === '1' || env.VARVE_SESSION === '1') return undefined
  const input = parseHookInput(text, cwd, env)
  if (input === undefined) return undefined
  const place = locateProject(input.cwd, env)
  const { config } = loadConfig({ user: place.userConfigPath, project: place.configPath })
  const hook: Hook = { event, agent, host, input, place, config, env, now: Date.now() }
  await leaveForWorker(hook)
  return event === 'session-start' || event === 'prompt' ? inject(hook, event) : undefined
}

interface Hook {
  readonly event: HookEvent
  readonly agent: HostName
  readonly host: Host
  readonly input: HookInput
  readonly place: ProjectPlace
  readonly config: Config
  readonly env: Environment
  readonly now: number
}

async function inject(hook: Hook, event: 'session-start' | 'prompt'): Promise<object | undefined> {
  const { host, input, place, config, now } = hook
  if (!config.memory.enabled || !existsSync(place.databasePath)) return undefined
  if (!isOnce(hook)) return undefined
  const { session, source, prompt } = input
  const notes = session === undefined ? undefined : new SessionNotes(place.dataDir, session)
  if (event === 'session-start' && FORGETTING.has(source ?? 'startup')) notes?.clear()
  // Never closed: the process ends at once, and to close takes as long as to read.
  const reader = openForHook(place)
  const request: InjectionRequest = { reader, place, config, host, session, source, notes }
  const text = event === 'session-start' ? sessionStartText(request) : await recall(request, prompt, now)
  if (text === undefined) return undefined
  notes?.save()
  return host.inject(event, text)
}

async function recall(
  request: InjectionRequest,
  prompt: string | undefined,
  now: number,
): Promise<string | undefined> {
  if (prompt === undefined) return undefined
  const { promptText } = await import('./recall.ts')
  return promptText(request, prompt, now)
}

/** By what the host calls this moment; without that, by what it says. */
function isOnce({ event, input, place, now }: Hook): boolean {
  const { session = '', turn, source = '', prompt = '' } = input
  return isFirstFiring(place.dataDir, [event, session, turn ?? `${source}\0${prompt}`].join('\0'), now)
}

/** What is new, for a process that nobody waits for; where no transcript has it, what the host said of it. */
async function leaveForWorker(hook: Hook): Promise<void> {
  const { event, agent, input, place, config, env, now } = hook
  const { session, transcriptPath, cwd } = input
  if (session === undefined) return
  if (event === 'pre-compact' || event === 'post-compact') new SessionNotes(place.dataDir, session).clear()
  if (!config.capture.enabled) return
  const payload = await payloadOf(hook)
  const isTurn = CAPTURING.has(event)
  if (payload === undefined && !isTurn) return
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
  if (isTurn && isFirstFiring(place.dataDir, `worker ${session} ${event}`, now)) startWorker(cwd, env)
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
  return maskInput(said, config)
}

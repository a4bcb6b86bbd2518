import { existsSync, writeSync } from 'node:fs'
import type { JsonObject } from '@varve/core'
import { locateProject } from '../project/locate-project.ts'
import type { Environment } from '../project/varve-home.ts'
import { configOf, contextFor, type Hook } from './context-for.ts'
import { parseHookInput } from './hook-input.ts'
import {
  HOST_OUTPUTS,
  type HookEvent,
  type Host,
  type HostName,
  isHookEvent,
  isHost,
} from './host-outputs.ts'
import { readInput } from './read-input.ts'
import { isFirstFiring, SessionNotes } from './session-notes.ts'
import { writeSpoolRecord } from './spool.ts'
import { startWorker } from './start-worker.ts'

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
  const hook: Hook = { event, agent, host, input, place, config: configOf(place), env, now: Date.now() }
  await leaveForWorker(hook)
  return event === 'session-start' || event === 'prompt' ? contextFor(hook, event) : undefined
}

/** What is new, for a process that nobody waits for; where no transcript has it, what the host said of it. */
async function leaveForWorker(hook: Hook): Promise<void> {
  const { event, agent, host, input, place, config, env, now } = hook
  const { session, transcriptPath, cwd } = input
  if (session === undefined) return
  if (event === 'pre-compact' || event === 'post-compact') new SessionNotes(place.dataDir, session).clear()
  const isTurn = CAPTURING.has(event)
  if ((!isTurn && host.tellsHooks !== true) || !config().capture.enabled) return
  const payload = await payloadOf(hook)
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
  return maskInput(said, config())
}

import { type ChildProcess, spawn } from 'node:child_process'
import type { Model, ModelRequest, ModelResult } from '@varve/core'
import { costing } from './costs.ts'
import { AGENT_COMMANDS, type AgentCommand, type ModelSettings } from './model-settings.ts'
import type { ModelWorld } from './model-world.ts'

type CommandSettings = Extract<ModelSettings, { readonly provider: 'command' }>

/** How an agent answers one question from standard input, without tools to touch anything with. */
const ARGUMENTS: Readonly<Record<AgentCommand, (model: string | undefined) => readonly string[]>> = {
  claude: (model) => ['-p', '--output-format', 'text', '--tools', '', ...named('--model', model)],
  codex: (model) => [
    'exec',
    '--sandbox',
    'read-only',
    '--skip-git-repo-check',
    ...named('--model', model),
    '-',
  ],
  gemini: (model) => ['--approval-mode', 'plan', ...named('--model', model), '-p', ''],
}

function named(flag: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [flag, value]
}

/** A model that an agent's own command asks, with the key or the login that the agent has. */
export function openCommandModel(settings: CommandSettings, world: ModelWorld): Model {
  const [program = '', ...typed] = settings.command
  const agent = AGENT_COMMANDS.find((known) => known === program && typed.length === 0)
  const args = agent === undefined ? typed : ARGUMENTS[agent](settings.model)
  return {
    provider: 'command',
    name: settings.model ?? program,
    complete: (request) => run(program, args, request, world),
    ...costing(settings.prices),
  }
}

const IS_WINDOWS = process.platform === 'win32'
const MOST_OUTPUT = 4 * 1024 * 1024

function run(
  program: string,
  args: readonly string[],
  { system, user, timeoutMs }: ModelRequest,
  { env, folder, signal }: ModelWorld,
): Promise<ModelResult> {
  return new Promise((settle) => {
    const timeout = AbortSignal.timeout(Math.max(1, timeoutMs))
    const child = spawn(program, args, {
      cwd: folder,
      // What it starts knows by this that the session is none of the user's: hooks leave it alone.
      env: { ...env, VARVE_SESSION: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own, so that whatever the command starts ends with it.
      detached: !IS_WINDOWS,
    })
    const end = (): void => endGroup(child)
    const over = signal === undefined ? timeout : AbortSignal.any([timeout, signal])
    over.addEventListener('abort', end, { once: true })
    process.once('exit', end)
    if (over.aborted) end()
    let text = ''
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part
      if (text.length > MOST_OUTPUT) end()
    })
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      said = (said + part).slice(-MOST_SAID)
    })
    child.on('error', (error) => {
      settle(failed('unavailable', `${program} can’t be started (${codeOf(error)})`))
    })
    // What it left behind would hold its output open.
    child.on('exit', end)
    child.on('close', (exit) => {
      over.removeEventListener('abort', end)
      process.removeListener('exit', end)
      if (exit === 0) settle({ kind: 'answer', text })
      else if (timeout.aborted) settle(failed('timeout', 'no answer in time'))
      else if (signal?.aborted) settle(failed('cancelled', 'it was broken off'))
      else settle(exitOf(program, exit, said))
    })
    // A command that reads nothing closes its end: what it answers counts all the same.
    child.stdin.on('error', () => {})
    child.stdin.end(`${system}\n\n${user}\n`)
  })
}

/** Ends a command and all that it started. */
function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  if (IS_WINDOWS) child.kill('SIGKILL')
  else {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // All of it is over already.
    }
  }
}

const MOST_SAID = 400

function exitOf(program: string, exit: number | null, said: string): ModelResult {
  const line = said.trim().split('\n').at(-1)?.slice(0, 160) ?? ''
  return failed('server', `${program} ended with ${exit ?? 'a signal'}${line === '' ? '' : `: ${line}`}`)
}

function failed(failure: 'timeout' | 'cancelled' | 'unavailable' | 'server', message: string): ModelResult {
  return { kind: 'failure', failure, message }
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.name
}

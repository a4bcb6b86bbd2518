import { spawn } from 'node:child_process'
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
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      killSignal: 'SIGKILL',
    })
    let text = ''
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part
      if (text.length > MOST_OUTPUT) child.kill('SIGKILL')
    })
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      said = (said + part).slice(-MOST_SAID)
    })
    child.on('error', (error) => {
      if (timeout.aborted) settle(failed('timeout', 'no answer in time'))
      else if (signal?.aborted) settle(failed('cancelled', 'it was broken off'))
      else settle(failed('unavailable', `${program} can’t be started (${codeOf(error)})`))
    })
    child.on('close', (exit) => settle(exit === 0 ? { kind: 'answer', text } : exitOf(program, exit, said)))
    // A command that reads nothing closes its end: what it answers counts all the same.
    child.stdin.on('error', () => {})
    child.stdin.end(`${system}\n\n${user}\n`)
  })
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

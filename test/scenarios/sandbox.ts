import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkOutput } from './check-output.ts'
import { askThread } from './processes/ask-thread.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The built command; `VARVE_BIN` names another one to try, an installed one for example. */
export const BIN = process.env.VARVE_BIN ?? join(ROOT, 'packages/varve/bundle/varve.mjs')
/** The Node that runs it; `VARVE_NODE` names another one than that of the tests. */
export const NODE = process.env.VARVE_NODE ?? process.execPath

export interface Run {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly cwd?: string
  readonly input?: string
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** A project folder and a home of its own; the command runs there as a person would run it. Answers in JSON are held to their published schemas. */
export class Sandbox {
  readonly folder = mkdtempSync(join(tmpdir(), 'varve-test-'))
  readonly project = join(this.folder, 'project')
  readonly home = join(this.folder, 'home')
  /** The home folder of whoever runs the command: where agents have their settings. */
  readonly userHome = join(this.folder, 'user')

  readonly #compiled: { readonly NODE_COMPILE_CACHE: string | undefined }

  /** With `keepsOwnCode`, compiled code lies in the home, as it does for a user; else all tests share it. */
  constructor({ keepsOwnCode = false } = {}) {
    mkdirSync(this.project)
    mkdirSync(this.userHome)
    this.#compiled = { NODE_COMPILE_CACHE: keepsOwnCode ? undefined : process.env.NODE_COMPILE_CACHE }
  }

  get env(): NodeJS.ProcessEnv {
    const { NODE_EXTRA_CA_CERTS: _, VARVE_DEBUG: __, ...env } = process.env
    const { home, userHome } = this
    return {
      ...env,
      ...this.#compiled,
      ...NO_AGENTS,
      HOME: userHome,
      VARVE_HOME: home,
      VARVE_PROJECT: undefined,
      VARVE_ACTOR: 'tester',
    }
  }

  run(args: readonly string[], options: RunOptions = {}): Run {
    const { status, stdout, stderr } = spawnSync(NODE, [BIN, ...args], this.#spawnOptions(options))
    checkOutput(args, { stdout, stderr })
    return { status, stdout, stderr }
  }

  /** Runs a command that must succeed, and reads its JSON. */
  json<T = Record<string, unknown>>(args: readonly string[], options: RunOptions = {}): T {
    return readJson(args, this.run(['--json', ...args], options))
  }

  /**
   * What a command answers, from a thread of this process: for questions about what other processes did.
   * A start costs many times the answer, and what is proved of a process is proved by `run`.
   */
  ask(args: readonly string[], options: RunOptions = {}): Run {
    // What isn't built from these sources has to answer by itself.
    if (process.env.VARVE_BIN !== undefined) return this.run(args, options)
    const { cwd, input, env } = this.#spawnOptions(options)
    const answer = askThread({ args, cwd, input, env })
    checkOutput(args, answer)
    return answer
  }

  /** Asks for what must be there, and reads its JSON. */
  askJson<T = Record<string, unknown>>(args: readonly string[], options: RunOptions = {}): T {
    return readJson(args, this.ask(['--json', ...args], options))
  }

  /** Starts a command and waits for its end: several may run at once. */
  start(args: readonly string[], options: RunOptions = {}): Promise<Run> {
    return this.spawn(args, options).ended
  }

  /** The same, for a test that doesn't let it end by itself. */
  spawn(args: readonly string[], options: RunOptions = {}): RunningProcess {
    return startProcess(NODE, [BIN, ...args], {
      ...options,
      cwd: options.cwd ?? this.project,
      env: { ...this.env, ...options.env },
    })
  }

  /** Runs a command that stays, and interrupts it when it first says something beside its answer. */
  interrupted(args: readonly string[], options: RunOptions = {}): Promise<Run> {
    const { child, ended } = this.spawn(args, options)
    child.stderr?.once('data', () => child.kill('SIGINT'))
    return ended
  }

  /** Runs git in the project, as somebody whom no configuration of this machine knows. */
  git(...args: readonly string[]): string {
    const { status, stdout, stderr } = spawnSync('git', args, this.#spawnOptions({ env: GIT_ENVIRONMENT }))
    if (status !== 0) throw new Error(`git ${args.join(' ')} ended with ${status}: ${stderr}`)
    return stdout
  }

  write(path: string, text: string): string {
    const file = join(this.project, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  }

  /** The path of the database, as `varve status` tells it. */
  database(): string {
    const line = this.ask(['status'])
      .stdout.split('\n')
      .find((each) => each.startsWith('database'))
    return line?.replace(/^database\s+/, '') ?? ''
  }

  remove(): void {
    // A worker that a hook started and nobody waits for may still write there.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }

  #spawnOptions({ cwd, input, env }: RunOptions) {
    return {
      cwd: cwd ?? this.project,
      input: input ?? '',
      env: { ...this.env, ...env },
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    } as const
  }
}

/** Where agents keep their settings is the sandbox's to say. */
const NO_AGENTS = {
  CLAUDE_CONFIG_DIR: undefined,
  CODEX_HOME: undefined,
  XDG_CONFIG_HOME: undefined,
  XDG_DATA_HOME: undefined,
  USERPROFILE: undefined,
}

function readJson<T>(args: readonly string[], { status, stdout, stderr }: Run): T {
  if (status !== 0) throw new Error(`varve ${args.join(' ')} ended with ${status}: ${stderr}`)
  return JSON.parse(stdout) as T
}

const GIT_ENVIRONMENT = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'tester',
  GIT_AUTHOR_EMAIL: 'tester@example.com',
  GIT_COMMITTER_NAME: 'tester',
  GIT_COMMITTER_EMAIL: 'tester@example.com',
}

export interface RunningProcess {
  readonly child: ChildProcess
  readonly ended: Promise<Run>
}

export function startProcess(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): RunningProcess {
  const child = spawn(command, args, {
    cwd: options.cwd,
    // A variable that is undefined is left out.
    env: options.env as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = Promise.withResolvers<Run>()
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk
  })
  child.on('error', ended.reject)
  child.on('close', (status) => ended.resolve({ status, stdout, stderr }))
  child.stdin.on('error', () => {})
  child.stdin.end(options.input ?? '')
  return { child, ended: ended.promise }
}

/** The folder of public data, or undefined where it isn't there: such tests skip, and say so. */
export function dataFolder(): string | undefined {
  const folder = process.env.VARVE_DATA ?? join(ROOT, '../shared/data')
  return existsSync(folder) ? folder : undefined
}

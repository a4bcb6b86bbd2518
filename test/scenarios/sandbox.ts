import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const BIN = join(ROOT, 'packages/varve/bundle/varve.mjs')

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

/** A project folder and a home of its own; the command runs there as a person would run it. */
export class Sandbox {
  readonly folder = mkdtempSync(join(tmpdir(), 'varve-test-'))
  readonly project = join(this.folder, 'project')
  readonly home = join(this.folder, 'home')

  constructor() {
    mkdirSync(this.project)
  }

  get env(): NodeJS.ProcessEnv {
    const { NODE_EXTRA_CA_CERTS: _, VARVE_DEBUG: __, ...env } = process.env
    return { ...env, VARVE_HOME: this.home, VARVE_PROJECT: undefined, VARVE_ACTOR: 'tester' }
  }

  run(args: readonly string[], options: RunOptions = {}): Run {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [BIN, ...args],
      this.#spawnOptions(options),
    )
    return { status, stdout, stderr }
  }

  /** Runs a command that must succeed, and reads its JSON. */
  json<T = Record<string, unknown>>(args: readonly string[], options: RunOptions = {}): T {
    const { status, stdout, stderr } = this.run([...args, '--json'], options)
    if (status !== 0) throw new Error(`varve ${args.join(' ')} ended with ${status}: ${stderr}`)
    return JSON.parse(stdout) as T
  }

  start(args: readonly string[], options: RunOptions = {}): Promise<Run> {
    return startProcess(process.execPath, [BIN, ...args], {
      ...options,
      cwd: options.cwd ?? this.project,
      env: { ...this.env, ...options.env },
    })
  }

  write(path: string, text: string): string {
    const file = join(this.project, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  }

  /** The path of the database, as `varve status` tells it. */
  database(): string {
    const line = this.run(['status'])
      .stdout.split('\n')
      .find((each) => each.startsWith('database'))
    return line?.replace(/^database\s+/, '') ?? ''
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
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

/** Starts a process and waits for its end. */
export function startProcess(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], {
      cwd: options.cwd,
      env: options.env as NodeJS.ProcessEnv,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => {
      stdout += String(chunk)
    })
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk)
    })
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, stdout, stderr }))
    child.stdin.on('error', () => {})
    child.stdin.end(options.input ?? '')
  })
}

/** The folder of public data, or undefined where it isn't there: such tests skip, and say so. */
export function dataFolder(): string | undefined {
  const folder = process.env['VARVE_DATA'] ?? join(ROOT, '../shared/data')
  return existsSync(folder) ? folder : undefined
}

import { spawn } from 'node:child_process'
import { VarveError } from '@varve/core'
import type { OperationRequest } from '../http/answer-operation.ts'
import type { OperationResult } from '../operations/operation.ts'
import { parseErrorEnvelope } from '../operations/parse-error-envelope.ts'
import type { ServerHost } from '../serve/server-host.ts'

type Asked = Pick<OperationRequest, 'operation' | 'raw'>

/**
 * Looks at every text there is, or at every call of a session: half a minute at a hundred thousand, in which
 * the page has to go on.
 */
const LONG: ReadonlySet<string> = new Set(['doctor', 'audit', 'review', 'fit window'])
/** A review that leaves texts uncompared is quick. */
const IS_QUICK = 'asCompared'

/** Whether others would wait for it. What isn't as a command takes it is refused where it stands. */
export function isLong({ operation, raw }: Asked): boolean {
  const isSimple = Object.entries(raw).every(
    ([name, value]) => Object.hasOwn(operation.fields, name) && typeof value !== 'object',
  )
  return LONG.has(operation.name) && raw[IS_QUICK] !== true && isSimple
}

interface Running {
  readonly result: Promise<OperationResult>
  readonly end: AbortController
  /** How many requests wait for it. */
  waiting: number
}

/** Runs long operations in processes of their own: each once at a time, and only while somebody waits for it. */
export class RunsApart {
  readonly #host: ServerHost
  readonly #running = new Map<string, Running>()

  constructor(host: ServerHost) {
    this.#host = host
  }

  run(asked: Asked, signal: AbortSignal): Promise<OperationResult> {
    const words = wordsOf(asked)
    const key = words.join(' ')
    const running = this.#running.get(key) ?? this.#start(key, words)
    running.waiting += 1
    const leave = () => {
      running.waiting -= 1
      if (running.waiting > 0) return
      // Whoever asks from here on starts another: this one ends.
      this.#forget(key, running)
      running.end.abort()
    }
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    return running.result
  }

  close(): void {
    for (const { end } of this.#running.values()) end.abort()
  }

  #start(key: string, words: readonly string[]): Running {
    const end = new AbortController()
    const running = { result: runCommand(this.#host, words, end.signal), end, waiting: 0 }
    const forget = () => this.#forget(key, running)
    running.result.then(forget, forget)
    this.#running.set(key, running)
    return running
  }

  #forget(key: string, running: Running): void {
    if (this.#running.get(key) === running) this.#running.delete(key)
  }
}

function runCommand(
  { env, cwd }: ServerHost,
  words: readonly string[],
  signal: AbortSignal,
): Promise<OperationResult> {
  const { promise, resolve, reject } = Promise.withResolvers<OperationResult>()
  const [, program = ''] = process.argv
  const child = spawn(process.execPath, [program, '--json', ...words], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    signal,
  })
  const [said, told] = [collected(child.stdout), collected(child.stderr)]
  child.on('error', reject)
  child.on('close', (exit) => {
    const json = parsed(said())
    if (json === undefined) reject(errorOf(parsed(told()), words))
    else resolve({ json, human: '', records: '', exit: exit === 0 ? 0 : exit === 3 ? 3 : 1 })
  })
  return promise
}

function wordsOf({ operation: { name: command, fields }, raw }: Asked): readonly string[] {
  const isPlaced = (name: string): boolean => fields[name]?.place !== undefined
  const flags = Object.entries(raw).flatMap(([name, value]) => {
    if (isPlaced(name)) return []
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    if (value === false || value === undefined) return []
    // In one word: a value is never taken for another flag.
    return value === true ? [flag] : [`${flag}=${value}`]
  })
  const places = Object.keys(fields).flatMap((name) =>
    isPlaced(name) && raw[name] !== undefined ? [String(raw[name])] : [],
  )
  return [...command.split(' '), ...flags, ...(places.length > 0 ? ['--', ...places] : [])]
}

function collected(stream: NodeJS.ReadableStream): () => string {
  const pieces: Buffer[] = []
  stream.on('data', (piece: Buffer) => pieces.push(piece))
  return () => Buffer.concat(pieces).toString()
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** What the other process said of its failure. */
function errorOf(told: object | undefined, words: readonly string[]): VarveError {
  const command = `varve ${words.join(' ')}`
  return parseErrorEnvelope(told) ?? new VarveError('internal', `${command} failed`, { fix: [command] })
}

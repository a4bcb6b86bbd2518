import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { Run } from '../sandbox.ts'

export interface Question {
  readonly args: readonly string[]
  readonly cwd: string
  readonly input: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface ThreadLink {
  /** One where an answer lies in the port. */
  readonly answered: Int32Array
  readonly port: MessagePort
}

/** No answer takes that long, so the thread is lost. */
const PATIENCE = 250_000

let link: ThreadLink | undefined

/** What the command would answer, without the start of a process. Waits for it, as `spawnSync` does. */
export function askThread(question: Question): Run {
  link ??= startThread()
  Atomics.store(link.answered, 0, 0)
  link.port.postMessage(question)
  // What was notified of the last answer may wake us late, before this one is there.
  while (Atomics.load(link.answered, 0) === 0)
    if (Atomics.wait(link.answered, 0, 0, PATIENCE) === 'timed-out') break
  const found = receiveMessageOnPort(link.port)
  if (found === undefined) throw new Error(`no answer to varve ${question.args.join(' ')}`)
  // Our own thread sends nothing else.
  return found.message as Run
}

function startThread(): ThreadLink {
  const answered = new Int32Array(new SharedArrayBuffer(4))
  const { port1, port2 } = new MessageChannel()
  const thread = new Worker(new URL('./answer.ts', import.meta.url), {
    workerData: { answered, port: port2 } satisfies ThreadLink,
    transferList: [port2],
    execArgv: ['--conditions=varve-source'],
  })
  // A test file may end while they are there.
  thread.unref()
  port1.unref()
  return { answered, port: port1 }
}

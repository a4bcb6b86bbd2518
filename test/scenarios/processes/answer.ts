// A thread that answers command lines as the command would, one after the other.
import { workerData } from 'node:worker_threads'
import { main } from '../../../packages/varve/src/cli/main.ts'
import { compose } from '../../../packages/varve/src/compose.ts'
import { VERSION } from '../../../packages/varve/src/version.ts'
import type { Question, ThreadLink } from './ask-thread.ts'

// What the thread was started with.
const { answered, port } = workerData as ThreadLink

port.on('message', async (question: Question) => {
  port.postMessage(await answer(question))
  Atomics.store(answered, 0, 1)
  Atomics.notify(answered, 0)
})

/** All but the process: nobody sits at a terminal. */
async function answer({ args, cwd, input, env }: Question) {
  let stdout = ''
  let stderr = ''
  const status = await main({
    args,
    version: VERSION,
    debug: env.VARVE_DEBUG === '1',
    writeOut: (text) => {
      stdout += text
    },
    writeError: (text) => {
      stderr += text
    },
    open: async () =>
      compose({
        via: 'cli',
        cwd,
        env,
        readInput: async () => input,
        confirm: async () => false,
        editText: async () => undefined,
        progress: () => {},
      }),
  })
  return { status, stdout, stderr }
}

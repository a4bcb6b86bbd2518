import { main } from '../../../packages/varve/src/cli/main.ts'
import { compose } from '../../../packages/varve/src/compose.ts'
import { VERSION } from '../../../packages/varve/src/version.ts'
import type { Run } from '../sandbox.ts'
import type { Question } from './ask-thread.ts'

/** What the command answers, from the sources: all but the process, and nobody sits at a terminal. */
export async function answerLine({ args, cwd, input, env }: Question): Promise<Run> {
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

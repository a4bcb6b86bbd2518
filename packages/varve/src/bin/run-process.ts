import { confirmOnTerminal } from '../cli/confirm-on-terminal.ts'
import { main } from '../cli/main.ts'
import { paint } from '../cli/paint.ts'
import { progressOnTerminal } from '../cli/progress-on-terminal.ts'
import { readStandardInput } from '../cli/read-standard-input.ts'
import { writeAll } from '../cli/write-all.ts'
import { VERSION } from '../version.ts'

/** The command line as this process was started with. */
export async function runProcess(): Promise<void> {
  const { argv, env } = process
  process.exitCode = await main({
    args: argv.slice(2),
    version: VERSION,
    debug: env.VARVE_DEBUG === '1',
    writeOut: (text) => writeAll(1, paint(text, 1, env)),
    writeError: (text) => writeAll(2, paint(text, 2, env)),
    // Loaded when a command runs: help and usage errors need no store.
    open: async () => {
      const { compose } = await import('../compose.ts')
      return compose({
        via: env.VARVE_VIA === 'hook' ? 'hook' : 'cli',
        cwd: process.cwd(),
        env,
        ...(argv[1] !== undefined && { program: argv[1] }),
        readInput: readStandardInput,
        confirm: confirmOnTerminal,
        editText: async (text) =>
          (await import('../cli/edit-on-terminal.ts')).editOnTerminal(
            text,
            env.VISUAL || env.EDITOR || undefined,
          ),
        progress: progressOnTerminal,
      })
    },
  })
}

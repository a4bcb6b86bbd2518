import { confirmOnTerminal } from '../cli/confirm-on-terminal.ts'
import { main } from '../cli/main.ts'
import { paint } from '../cli/paint.ts'
import { progressOnTerminal } from '../cli/progress-on-terminal.ts'
import { readStandardInput } from '../cli/read-standard-input.ts'
import { writeAll } from '../files/write-all.ts'
import type { ServerHost } from '../serve/server-host.ts'
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
      const cwd = process.cwd()
      const program = argv[1] === undefined ? {} : { program: argv[1] }
      const hostOf = (via: string): ServerHost => ({
        env,
        cwd,
        version: VERSION,
        open: (folder, session) => compose({ ...NOBODY, ...program, via, cwd: folder, env, session }),
        say: (text) => writeAll(2, text),
      })
      return compose({
        via: env.VARVE_VIA === 'hook' ? 'hook' : 'cli',
        cwd,
        env,
        ...program,
        readInput: readStandardInput,
        confirm: confirmOnTerminal,
        isInteractive: process.stdin.isTTY === true && process.stderr.isTTY === true,
        editText: async (text) =>
          (await import('../cli/edit-on-terminal.ts')).editOnTerminal(
            text,
            env.VISUAL || env.EDITOR || undefined,
          ),
        progress: progressOnTerminal,
        serveTools: async (request) => {
          const { serveTools } = await import('../mcp/serve-tools.ts')
          await serveTools(hostOf(request.http === undefined ? 'mcp' : 'http'), request)
        },
        serveTeam: async (request, gateway) => {
          const { serveTeam } = await import('../team/server/serve-team.ts')
          await serveTeam({ ...request, gateway, now: () => Date.now(), say: (text) => writeAll(2, text) })
        },
        servePage: async (port) => {
          const { servePage } = await import('../page/serve-page.ts')
          await servePage(hostOf('ui'), port)
        },
      })
    },
  })
}

/** An agent has no terminal to be asked on. */
const NOBODY = {
  readInput: async () => '',
  confirm: async () => false,
  editText: async () => undefined,
  progress: () => undefined,
}

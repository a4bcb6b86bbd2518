import { VarveError } from '@varve/core'
import { compose } from './compose.ts'
import { runByName } from './library/run-by-name.ts'
import type { Varve, VarveFailure, VarveOptions } from './library/varve.ts'
import { VERSION } from './version.ts'

export type { RunOptions, Varve, VarveFailure, VarveOptions } from './library/varve.ts'

/**
 * Opens the memory of a project for a program, as `varve` has it: the same operations, names and answers,
 * with no process in between.
 *
 * @example
 * const varve = openVarve({ cwd: '/path/to/project' })
 * await varve.run('add', { text: 'The API listens on port 8080', category: 'architecture' })
 * const { items } = await varve.run('search', { text: ['which port'] })
 * await varve.close()
 */
export function openVarve({ cwd = process.cwd(), env = process.env, session }: VarveOptions = {}): Varve {
  return runByName({
    cwd,
    version: VERSION,
    env: session === undefined ? env : { ...env, VARVE_SESSION_ID: session },
    open: (folder, ofSession) =>
      compose({
        via: 'library',
        cwd: folder,
        env,
        session: ofSession,
        readInput: async () => '',
        confirm: async () => false,
        editText: async () => undefined,
        progress: () => undefined,
      }),
    say: () => undefined,
  })
}

/** Whether it was thrown by Varve, of whichever copy of the package. */
export function isVarveFailure(error: unknown): error is VarveFailure {
  return VarveError.isInstance(error)
}

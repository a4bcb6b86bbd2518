import type { Issue } from '@varve/core'
import type { OperationContext } from '../operations/context.ts'
import type { Environment } from '../project/varve-home.ts'

/** A memory as a server holds it open. */
export interface OpenedMemory {
  readonly context: OperationContext
  notices(): readonly Issue[]
  close(): void
}

/** What a server of tools needs of the process it runs in. */
export interface ServerHost {
  readonly env: Environment
  /** The folder that it was started in. */
  readonly cwd: string
  readonly version: string
  /** Opens the memory of a folder, for one agent's session. */
  open(folder: string, session: string): OpenedMemory
  /** Talk: never to standard output. */
  say(text: string): void
}

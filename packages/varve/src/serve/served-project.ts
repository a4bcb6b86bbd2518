import type { StoreReader } from '@varve/core'
import type { OperationRequest } from '../http/answer-operation.ts'
import type { OperationResult } from '../operations/operation.ts'
import { runOperation } from '../operations/run-operation.ts'
import { callContext } from './call-context.ts'
import { Calls } from './calls.ts'
import { Memories } from './memories.ts'
import { type FolderChoice, ProjectFolders } from './project-folders.ts'
import type { OpenedMemory, ServerHost } from './server-host.ts'

/**
 * The project that a server on the web was started in: clients come and go, and each has roots of its own.
 * All calls are answered one after another; one that pauses lets others have their turn.
 */
export class ServedProject {
  readonly calls = new Calls()
  readonly memories: Memories
  readonly folders: ProjectFolders

  constructor(host: ServerHost, choice: Pick<FolderChoice, 'takesVariables'> = {}) {
    this.memories = new Memories(host)
    this.folders = new ProjectFolders(host, { ...choice, takesRoots: false })
  }

  run({ operation, raw, standardInput, signal }: OperationRequest): Promise<OperationResult> {
    const throwIfAborted = () => signal.throwIfAborted()
    return this.calls.next(async (aside) => {
      throwIfAborted()
      const borrowed: OpenedMemory[] = []
      try {
        return await runOperation(operation, raw, () => {
          const memory = this.memories.borrow(this.folders.choose(undefined))
          borrowed.push(memory)
          return callContext(memory.context, {
            standardInput,
            progress: throwIfAborted,
            async pause(ms) {
              await aside(() => memory.context.pause(ms))
              throwIfAborted()
            },
          })
        })
      } finally {
        for (const memory of borrowed) this.memories.giveBack(memory)
      }
    })
  }

  /** Asks the memory as it stands between two calls. */
  read<T>(ask: (reader: StoreReader) => T): Promise<T> {
    return this.calls.next(async () => ask(this.#opened().context.reading()))
  }

  close(): Promise<void> {
    return this.calls.next(async () => this.memories.close())
  }

  #opened(): OpenedMemory {
    return this.memories.at(this.folders.choose(undefined))
  }
}

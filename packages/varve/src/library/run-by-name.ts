import { getOffered } from '../operations/get-offered.ts'
import { givenInput } from '../operations/given-input.ts'
import { asVarveError } from '../operations/told-error.ts'
import { ServedProject } from '../serve/served-project.ts'
import type { ServerHost } from '../serve/server-host.ts'
import type { Varve } from './varve.ts'

/** The operations of the table over the memory of the host's folder. */
export function runByName(host: ServerHost): Varve {
  const project = new ServedProject(host, { takesVariables: false })
  return {
    async run(name, fields = {}, { stdin, signal = new AbortController().signal } = {}) {
      try {
        const operation = await getOffered(name, (known) => `run(${JSON.stringify(known)})`).load()
        const raw = givenInput(operation, fields)
        const { json } = await project.run({ operation, raw, standardInput: stdin, signal })
        // As a program on the other side of a process would get it, and nothing that could be changed here.
        return JSON.parse(JSON.stringify(json))
      } catch (error) {
        throw signal.aborted ? error : asVarveError(error)
      }
    },
    close: () => project.close(),
  }
}

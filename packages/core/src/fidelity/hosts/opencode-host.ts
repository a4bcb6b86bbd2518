import { opencodeMessages } from '../adapters/opencode/index.ts'
import type { Fidelity } from '../engine/fidelity.ts'
import { objectOf, objectsOf, textOf } from '../host/host-object.ts'
import { fitRequest } from './fit-request.ts'

/** Opens the engine of a session when it is first seen. */
export type OpenFidelity = (sessionId: string) => Fidelity

/**
 * The hooks of an opencode plugin. Messages are replaced in the list by copies, so that what opencode stores stays as
 * it is; before a compaction the manifest goes to the summariser.
 */
export function opencodeHooks(open: OpenFidelity) {
  const sessions = new Map<string, Fidelity>()
  const sessionOf = (id: string): Fidelity => {
    const known = sessions.get(id) ?? open(id)
    sessions.set(id, known)
    return known
  }
  return {
    'experimental.chat.messages.transform': async (
      _: object,
      output: { messages: unknown[] },
    ): Promise<void> => {
      const id = textOf(objectOf(objectsOf(output.messages)[0]?.info)?.sessionID)
      if (id === undefined) return
      const { request } = fitRequest(sessionOf(id), opencodeMessages, { messages: [...output.messages] })
      output.messages.splice(0, output.messages.length, ...request.messages)
    },
    'experimental.session.compacting': async (
      { sessionID }: { sessionID: string },
      output: { context: string[] },
    ): Promise<void> => {
      const known = sessions.get(sessionID)
      if (known !== undefined) output.context.push(known.handoff().manifest)
    },
  }
}

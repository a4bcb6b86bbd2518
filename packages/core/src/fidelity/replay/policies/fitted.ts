import { CamSession, type CamSessionOptions } from '../../cam/cam-session.ts'
import { Fidelity } from '../../engine/fidelity.ts'
import type { FidelityOptions } from '../../engine/fidelity-options.ts'
import type { Message, Window } from '../../model/message.ts'
import type { PolicyContext, WindowPolicy } from '../policy.ts'

/** Stands for any session: renderings name parts by handles of it. */
const SESSION = 's_replay'

/** Varve's own profile `default`. */
export function fittedByDefault(
  name: string,
  options: Omit<FidelityOptions, 'sessionId' | 'workingDirectory'>,
  minAgeCalls = 4,
): WindowPolicy {
  return {
    name,
    minAgeCalls,
    open: (context) => {
      const { workingDirectory } = context
      const at = workingDirectory === undefined ? {} : { workingDirectory }
      const fidelity = new Fidelity({ ...options, sessionId: SESSION, ...at })
      return (messages) => fidelity.prepare({ window: windowOf(messages, context) }).messages
    },
  }
}

/** Varve's profile `cam`: a turn begins with each message of a person. */
export function fittedByCam(name: string, options: CamSessionOptions): WindowPolicy {
  return {
    name,
    open: (context) => {
      const session = new CamSession(options)
      let humans = 0
      return (messages) => {
        const now = messages.filter(({ human }) => human).length
        if (now !== humans) session.advanceTurn()
        humans = now
        return session.prepare({ window: windowOf(messages, context) }).messages
      }
    },
  }
}

function windowOf(messages: readonly Message[], { rules }: PolicyContext): Window {
  return { messages, overhead: { tokens: rules.overhead, hash: 'replay' }, sessionId: SESSION }
}

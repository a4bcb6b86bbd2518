import { Fidelity } from '../../engine/fidelity.ts'
import type { FidelityOptions } from '../../engine/fidelity-options.ts'
import type { Message, Window } from '../../model/message.ts'
import type { PolicyContext, PolicyStep, WindowPolicy } from '../policy.ts'

/** Stands for any session: renderings name parts by handles of it. */
const SESSION = 's_replay'

export type FittedOptions = Omit<FidelityOptions, 'sessionId' | 'workingDirectory'>

/** Varve's own profile `default`. */
export function fittedByDefault(name: string, options: FittedOptions, minAgeCalls = 4): WindowPolicy {
  return { name, minAgeCalls, open: (context) => openFitted(options, context) }
}

/** Varve's profile `cam`: a turn begins with each message of a person. */
export function fittedByCam(name: string, options: FittedOptions): WindowPolicy {
  return { name, open: (context) => openFitted({ ...options, profile: 'cam' }, context) }
}

function openFitted(options: FittedOptions, context: PolicyContext): PolicyStep {
  const { workingDirectory } = context
  const at = workingDirectory === undefined ? {} : { workingDirectory }
  const fidelity = new Fidelity({ ...options, sessionId: SESSION, ...at })
  return (messages) => fidelity.prepare({ window: windowOf(messages, context) }).messages
}

function windowOf(messages: readonly Message[], { rules }: PolicyContext): Window {
  return { messages, overhead: { tokens: rules.overhead, hash: 'replay' }, sessionId: SESSION }
}

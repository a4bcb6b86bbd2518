import { recordHeader, recordLine } from '@varve/core'
import { tokenSize } from '@varve/core/fidelity'
import { text } from './field.ts'
import { sessionOf } from './fit/kept-session.ts'
import { defineOperation } from './operation.ts'

/** `varve fit passes`: what was decided in a session, pass by pass. */
export const fitPasses = defineOperation({
  name: 'fit passes',
  summary: 'List what was decided on a session’s window, pass by pass',
  effect: 'reads',
  standsAlone: true,
  fields: {
    session: text('The session (default: the last in which something was decided)', { value: 'id' }),
  },
  examples: ['varve fit passes', 'varve fit passes --session s_523c0c37af976875f8bcbbb6 --json'],
  run({ session }, context) {
    const ledger = context.ledger()
    const id = ledger === undefined ? undefined : sessionOf(ledger, session)
    const passes = (id === undefined ? undefined : ledger?.load(id))?.passes ?? []
    return {
      json: { session: id ?? null, passes },
      human:
        passes.length === 0
          ? 'Nothing was decided yet.\n'
          : `${[`session ${id}`, ...passes.map(({ pass, call, trigger, before, after }) => `  ${pass}. call ${call}, ${trigger}: ${tokenSize(before)} → ${tokenSize(after)} tokens`)].join('\n')}\n`,
      records: `${[
        recordHeader('fit.passes', { session: id ?? '-' }),
        ...passes.map(({ pass, call, trigger, before, after }) =>
          recordLine('D', ['pass', pass], { call, trigger, before, after }),
        ),
      ].join('\n')}\n`,
    }
  },
})

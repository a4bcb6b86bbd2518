import { recordHeader, recordLine, VarveError } from '@varve/core'
import { TUNING } from '@varve/core/fidelity'
import type { OperationContext } from './context.ts'
import { positional, text } from './field.ts'
import { sessionOf } from './fit/kept-session.ts'
import { defineOperation, type OperationResult } from './operation.ts'

const SESSION = text('The session (default: the last in which something was decided)', { value: 'id' })
const RULE = /^(?:key|handle|tool|path):.+$/

/** `varve fit pins`: what keeps parts of a session’s window in full. */
export const fitPins = defineOperation({
  name: 'fit pins',
  summary: 'List the rules that keep parts of a session’s window in full',
  effect: 'reads',
  standsAlone: true,
  fields: { session: SESSION },
  examples: ['varve fit pins', 'varve fit pins --json'],
  run: ({ session }, context) => show(context, session),
})

/** `varve fit pin`: keeps what a rule names in full. */
export const fitPin = defineOperation({
  name: 'fit pin',
  summary: 'Keep parts of a session’s window in full',
  effect: 'writes',
  standsAlone: true,
  fields: {
    rule: positional('handle:<handle>, path:<glob>, tool:<glob> or key:<key>', 'rule'),
    session: SESSION,
  },
  examples: ['varve fit pin path:docs/spec.md', 'varve fit pin handle:reze47'],
  run: ({ rule, session }, context) => change(context, session, rule, true),
})

/** `varve fit unpin`: takes a rule away. */
export const fitUnpin = defineOperation({
  name: 'fit unpin',
  summary: 'Take a rule away that keeps parts in full',
  effect: 'writes',
  standsAlone: true,
  fields: { rule: positional('A rule of `varve fit pins`', 'rule'), session: SESSION },
  examples: ['varve fit unpin path:docs/spec.md', 'varve fit unpin task'],
  run: ({ rule, session }, context) => change(context, session, rule, false),
})

function change(
  context: OperationContext,
  session: string | undefined,
  rule: string,
  isPin: boolean,
): OperationResult {
  if (isPin && !RULE.test(rule) && !TUNING.pins.includes(rule)) {
    throw new VarveError('usage', `no such rule: ${rule}`, { fix: ['varve fit pin path:docs/spec.md'] })
  }
  const ledger = context.ledger()
  const id = ledger === undefined ? undefined : sessionOf(ledger, session)
  if (ledger === undefined || id === undefined) {
    throw new VarveError('not_found', 'no session was fitted here yet', {
      fix: ['varve fit proxy --upstream https://api.anthropic.com'],
    })
  }
  const handle = rule.startsWith('handle:') ? rule.slice('handle:'.length) : undefined
  const key = handle === undefined ? undefined : ledger.findParts(handle, id)[0]?.key
  if (handle !== undefined && key === undefined) {
    throw new VarveError('not_found', `no part has the handle ${handle}`, {
      subjects: [handle],
      fix: ['varve fit pins'],
    })
  }
  const kept = key === undefined ? rule : `key:${key}`
  const { pins, unpinned } = ledger.findPins(id) ?? { pins: [], unpinned: [] }
  const without = (rules: readonly string[]) => rules.filter((each) => each !== kept)
  ledger.putPins(
    id,
    isPin
      ? { pins: [...without(pins), kept], unpinned: without(unpinned) }
      : { pins: without(pins), unpinned: [...without(unpinned), kept] },
  )
  return show(context, id)
}

function show(context: OperationContext, session: string | undefined): OperationResult {
  const ledger = context.ledger()
  const id = ledger === undefined ? undefined : sessionOf(ledger, session)
  const { pins, unpinned } = (id === undefined ? undefined : ledger?.findPins(id)) ?? {
    pins: [],
    unpinned: [],
  }
  const rules = [...new Set([...TUNING.pins, ...context.config.fidelity.pins, ...pins])].map((rule) => ({
    rule,
    source: pins.includes(rule) ? 'session' : 'settings',
    holds: !unpinned.includes(rule),
  }))
  return {
    json: { session: id ?? null, rules },
    human: `${[id === undefined ? 'no session was fitted here yet' : `session ${id}`, ...rules.map(({ rule, source, holds }) => `  ${rule}${holds ? '' : ' (taken away)'}${source === 'session' ? ' · of this session' : ''}`)].join('\n')}\n`,
    records: `${[recordHeader('fit.pins', { session: id ?? '-' }), ...rules.map(({ rule, source, holds }) => recordLine('D', ['pin', rule], { source, holds: String(holds) }))].join('\n')}\n`,
  }
}

import { ALTITUDES, LAYERS, MEM_STATES, MEM_TYPES, withoutUndefined } from '@varve/core'
import { parseLayer } from '@varve/core/consolidate'
import type { OperationContext } from './context.ts'
import { choice, type InputOf, share, text } from './field.ts'

/** What is known of an entry beside its text: it decides on how long it lies on top. */
export const attributeFields = {
  layer: text('The layer it belongs to, or another word for it, as rule for caveat', {
    value: LAYERS.join('|'),
  }),
  importance: share('How much it matters'),
  altitude: choice('How far above the code it stands', ALTITUDES),
  memType: choice('What it is in a course of work', MEM_TYPES),
  memState: choice('How far the work is', MEM_STATES),
  entity: text('What it speaks of: a project, a person, a concept … (default the project)', {
    value: '[kind:]name',
  }),
}

export const ENTITY_KINDS = ['person', 'company', 'project', 'concept', 'file', 'other'] as const
const OF_KIND = new RegExp(`^(${ENTITY_KINDS.join('|')}):\\s*(.+)$`, 's')

export function readAttributes(
  input: InputOf<typeof attributeFields>,
  { redact }: Pick<OperationContext, 'redact'>,
) {
  return withoutUndefined({
    layer: input.layer === undefined ? undefined : parseLayer(input.layer),
    importance: input.importance,
    altitude: input.altitude,
    mem_type: input.memType,
    mem_state: input.memState,
    entity: input.entity === undefined ? undefined : parseEntity(redact(input.entity)),
  })
}

function parseEntity(typed: string): { readonly kind: string; readonly name: string } {
  const [, kind = 'concept', name = typed] = OF_KIND.exec(typed) ?? []
  return { kind, name: name.trim() }
}

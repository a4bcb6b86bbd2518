import { applyPlan, type EntryId, type LineageKind, type Link, type Operation } from '@varve/core'
import { BUILT_AT, buildFields } from '@varve/core/testing'
import { type Content, linkOf, SAMPLE } from '../../../core/test/recall/memory-of.ts'
import type { OperationContext } from '../../src/operations/context.ts'

/** Writes a memory's content as one plan. */
export function fillMemory(context: OperationContext, { entries, links = [], lineage = [] }: Content): void {
  const operations: Operation[] = [
    ...Object.entries(entries).map(([id, fields]): Operation => {
      const { recorded: _, updated: __, state: ___, flags: ____, ...own } = fields ?? {}
      return { op: 'entry.add', id: id as EntryId, fields: buildFields(own.content ?? `Text of ${id}.`, own) }
    }),
    ...links.map((link): Operation => ({ op: 'link.add', link: linkOf(link) as Link })),
    ...lineage.flatMap((text): readonly Operation[] => {
      const [top = '', kind = '', ...unders] = text.split(' ')
      return unders.map((under) => ({
        op: 'lineage.add',
        kind: kind as LineageKind,
        top: top as EntryId,
        under: under as EntryId,
        was: null,
      }))
    }),
  ]
  const store = context.writing()
  store.transact('fill', (writer) =>
    applyPlan(
      writer,
      { stage: 'edit', command: 'fill', base: [], operations },
      { actor: 'tester', via: 'library', branch: null, now: BUILT_AT },
    ),
  )
}

export function fillSample(context: OperationContext): void {
  fillMemory(context, SAMPLE)
}

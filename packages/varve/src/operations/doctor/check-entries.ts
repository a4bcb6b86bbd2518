import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { EntryId, Issue, StoreReader } from '@varve/core'
import { ONTOLOGY_POLICY, type Ontology } from '../../import/qipu/ontology.ts'
import type { OperationContext } from '../context.ts'
import { checkAttachments } from './entries/check-attachments.ts'
import { checkCollection } from './entries/check-collection.ts'
import { checkFields } from './entries/check-fields.ts'
import { checkOriginal } from './entries/check-original.ts'
import { checkSize } from './entries/check-size.ts'
import { checkTypes } from './entries/check-types.ts'
import type { EntryCheck, EntryFacts } from './entries/entry-check.ts'

const ENTRY_CHECKS: readonly EntryCheck[] = [
  checkFields,
  checkOriginal,
  checkTypes,
  checkCollection,
  checkSize,
  checkAttachments,
]

/** Every entry by itself, read once. */
export function checkEntries(context: OperationContext): readonly Issue[] {
  const reader = context.reading()
  const facts = factsOf(context, reader)
  const issues: Issue[] = []
  for (const entry of reader.entries({ visibility: 'all' })) {
    if (entry.purged || entry.state === 'retracted') continue
    for (const check of ENTRY_CHECKS) issues.push(...check(entry, facts))
  }
  return issues
}

function factsOf({ place }: OperationContext, reader: StoreReader): EntryFacts {
  return {
    reader,
    ontology: ontologyOf(reader),
    linksFrom: (id: EntryId) => reader.links({ from: id }),
    hasFile: (path) => existsSync(join(place.top, path)),
  }
}

/** The project's words for types and links, as an import found them. */
export function ontologyOf(reader: Pick<StoreReader, 'policy'>): Ontology | undefined {
  // Only an import writes it, in this shape.
  return reader.policy(ONTOLOGY_POLICY) as unknown as Ontology | undefined
}

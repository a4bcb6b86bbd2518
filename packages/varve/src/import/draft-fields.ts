import type { JsonObject, Source, Trust } from '@varve/core'
import type { DraftFields } from './import-format.ts'

/** Where a draft was found. */
export interface DraftPlace {
  readonly format: string
  readonly file: string
  readonly line: number
  readonly trust: Trust
}

/** What an imported statement has unless its source says otherwise. */
export function draftFields(
  place: DraftPlace,
  stated: Omit<Partial<DraftFields>, 'source'> & {
    readonly content: string
    readonly source?: Partial<Source>
  },
): DraftFields {
  const { source, ...fields } = stated
  return {
    type: 'fact',
    category: 'uncategorised',
    tags: [],
    refs: [],
    confidence: 'medium',
    ...fields,
    source: { kind: 'import', ...place, ...source },
  }
}

/** The object, or nothing where it has no members: absent fields stay absent. */
export function member<K extends string>(
  name: K,
  value: JsonObject | undefined,
): { readonly [N in K]?: JsonObject } {
  if (value === undefined || Object.keys(value).length === 0) return {}
  return { [name]: value } as { readonly [N in K]?: JsonObject }
}

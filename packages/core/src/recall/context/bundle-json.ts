import { withoutUndefined } from '../../domain/json.ts'
import { noteJson } from '../note/shown-note.ts'
import type { Block, Bundle } from './bundle.ts'

/** A bundle as data. */
export function bundleJson(bundle: Bundle): object {
  const { blocks, total, isTruncated, banner, ontology, issues } = bundle
  return withoutUndefined({
    notes_count: blocks.length,
    total,
    truncated: isTruncated,
    banner,
    ontology: ontology && {
      types: ontology.types,
      link_types: ontology.linkTypes,
    },
    notes: blocks.map((block) => blockJson(block, bundle)),
    issues,
  })
}

function blockJson(block: Block, { isSummaryOnly, showsCustom }: Bundle): object {
  const { note, body, isCut, summary, urls, origin, trust, asserted, flags, chars, custom } = block
  return {
    ...noteJson(note, {
      content: isSummaryOnly ? undefined : body,
      // Of a text that has no room as it is, nothing is said twice.
      summary: isCut ? undefined : summary,
      sources: urls.map((url) => ({ url })),
      origin,
      trust,
      asserted,
      flags: flags.length > 0 ? flags : undefined,
      chars,
      custom: showsCustom ? custom : undefined,
    }),
    truncated: isCut,
  }
}

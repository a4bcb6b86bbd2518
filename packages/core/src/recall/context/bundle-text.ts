import type { EntryId } from '../../domain/ids.ts'
import { markFields } from '../note/marks.ts'
import { compactedText } from '../note/shown-note.ts'
import type { Block, Bundle } from './bundle.ts'

// What would close a block, or look like the beginning of one. A line that is escaped already gets
// one mark more, so that taking one off gives it back.
const STRUCTURE = /^\\*(?:---\s*$|#{1,2} (?:Note: |Varve context))/

/** A bundle as people and agents read it. */
export function bundleText(bundle: Bundle, shortId: (id: EntryId) => string): string {
  const { blocks, total, banner, ontology, isTruncated } = bundle
  const parts = ['# Varve context\n', ...(banner === undefined ? [] : [`${banner}\n`])]
  if (ontology !== undefined) {
    const links = ontology.linkTypes.map(({ type, inverse }) => `${type} (${inverse})`)
    parts.push(`\nTypes: ${ontology.types.join(', ')}\nLinks: ${links.join(', ')}\n`)
  }
  if (total === 0) parts.push('\nNo notes matched.\n')
  for (const block of blocks) parts.push(`\n${blockText(block, bundle, shortId)}`)
  if (isTruncated && blocks.length < total) parts.push(`\n${total - blocks.length} more\n`)
  return parts.join('')
}

function blockText(block: Block, bundle: Bundle, shortId: (id: EntryId) => string): string {
  const { note, urls } = block
  const facts = blockFacts(block, bundle, shortId).map(([name, value]) => `${name}: ${value}\n`)
  const sources = urls.length === 0 ? '' : `Sources:\n${urls.map((url) => `- ${url}\n`).join('')}`
  const text = bundle.isSummaryOnly ? block.summary : block.body
  const body = escapeStructure(text.endsWith('\n') || text === '' ? text : `${text}\n`)
  return `## Note: ${note.headline} (${shortId(note.id)})\n${facts.join('')}${sources}\n---\n${body}---\n`
}

function blockFacts(
  { note, origin, trust, asserted, flags, chars, custom }: Block,
  { showsCustom }: Bundle,
  shortId: (id: EntryId) => string,
): readonly (readonly [name: string, value: string | number])[] {
  const { type, tags, marks, via, under, compactedFrom } = note
  const compaction = Object.entries({
    ...markFields(marks),
    via: via && shortId(via),
    under: under && shortId(under),
    compacted_from: compactedFrom && shortId(compactedFrom.digest),
  }).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
  const all: readonly (readonly [string, string | number | undefined])[] = [
    ['Type', type],
    ['Tags', tags.join(', ') || undefined],
    ['Compaction', compaction.join(' ') || undefined],
    ['Compacts', compactedText(note, shortId)],
    ['From', `${origin}, trust ${trust}, ${asserted}`],
    ['Flags', flags.join(', ') || undefined],
    ['Characters', chars],
    ['Custom', showsCustom && custom !== undefined ? JSON.stringify(custom) : undefined],
  ]
  return all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
}

function escapeStructure(body: string): string {
  return body.replace(/^.*$/gm, (line) => (STRUCTURE.test(line) ? `\\${line}` : line))
}

import { trustRank } from '../../domain/entry.ts'
import { recordBody } from '../../render/records/record-body.ts'
import {
  listValue,
  recordHeader,
  recordLine,
  summaryLine,
  warningLine,
} from '../../render/records/record-line.ts'
import { issueRecords } from '../graph/graph-page.ts'
import { noteRecords } from '../note/shown-note.ts'
import type { Block, Bundle } from './bundle.ts'

/** A bundle for machines that pay by the token: `parseRecords` reads it back. */
export function bundleRecords(bundle: Bundle): string {
  const { blocks, total, isTruncated, banner, ontology, issues } = bundle
  const header = recordHeader('context', { notes: blocks.length, total, truncated: isTruncated })
  const lines = [
    header,
    ...(banner === undefined ? [] : [warningLine(banner)]),
    ...issueRecords(issues),
    ...(ontology === undefined
      ? []
      : [
          recordLine('D', ['types'], { names: listValue(ontology.types) }),
          ...ontology.linkTypes.map(({ type, inverse }) => recordLine('D', ['link_type', type], { inverse })),
        ]),
    ...blocks.flatMap((block) => blockLines(block, bundle)),
  ]
  return `${lines.join('\n')}\n`
}

function blockLines(block: Block, { isSummaryOnly, showsCustom }: Bundle): readonly string[] {
  const { note, body, summary, urls, custom } = block
  return [
    ...noteRecords(note, doubts(block)),
    ...urls.map((url) => recordLine('D', ['source', url])),
    ...(showsCustom && custom !== undefined ? [recordLine('D', ['custom', JSON.stringify(custom)])] : []),
    isSummaryOnly ? summaryLine(note.id, summary) : recordBody(note.id, body),
  ]
}

const TRUSTED = trustRank('repo')

/** What is said only where there is reason to: a line of every note would cost more than it tells. */
function doubts({
  trust,
  flags,
  asserted,
  chars,
}: Block): Readonly<Record<string, string | number | undefined>> {
  const isDoubtful = flags.length > 0 || trustRank(trust) < TRUSTED
  return {
    trust: isDoubtful ? trust : undefined,
    flags: flags.length > 0 ? flags.join(',') : undefined,
    asserted: isDoubtful ? asserted : undefined,
    chars,
  }
}

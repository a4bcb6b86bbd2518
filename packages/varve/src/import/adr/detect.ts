import type { ImportSource, SourceFile } from '../import-format.ts'
import { baseName, folderOf } from '../path-names.ts'
import { readLines } from '../source-lines.ts'

const FOLDER = /(?:^|\/)(?:adrs?|decisions|decision-records|architecture-decisions?)(?:\/|$)/i
const NUMBERED = /^(?:adr[-_ ]?)?\d{3,5}[-_. ].*\.md$/i
const PEEK_BYTES = 64 * 1024

export function detect(source: ImportSource): readonly string[] {
  return source.files.filter(isRecord).map((file) => file.path)
}

function isRecord(file: SourceFile): boolean {
  if (!/\.md$/i.test(file.path) || /template/i.test(baseName(file.path))) return false
  const isNumbered = NUMBERED.test(baseName(file.path))
  const isFiled = FOLDER.test(folderOf(file.path))
  return isNumbered && isFiled ? true : (isNumbered || isFiled) && hasDecision(file)
}

/** The headings of the usual templates: Nygard's and MADR's. */
function hasDecision(file: SourceFile): boolean {
  const { lines } = readLines({ path: file.path, bytes: file.bytes.subarray(0, PEEK_BYTES) }, '')
  const headings = lines.map((line) => /^#{2,3}\s(.*)$/.exec(line.text)?.[1]?.trim().toLowerCase() ?? '')
  return headings.some((heading) => heading === 'decision' || heading === 'decision outcome')
}

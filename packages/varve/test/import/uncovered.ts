import type { ParsedImport, SourceFile } from '../../src/import/import-format.ts'

/**
 * The pieces of a source that an import has nowhere: lines of a text file, strings of a JSON one.
 * Marks that only say what kind of line it is (`#`, `-`, `>`) and indentation don't count.
 */
export function uncovered(file: SourceFile, parsed: ParsedImport): readonly string[] {
  const text = Buffer.from(file.bytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
  const kept = keptText(parsed)
  const pieces = /\.jsonl?$/.test(file.path) ? jsonStrings(text) : textLines(text)
  return pieces.filter((piece) => !kept.has(piece) && !kept.texts.some((each) => each.includes(piece)))
}

class Kept {
  readonly texts: string[] = []
  readonly #whole = new Set<string>()

  add(text: string): void {
    this.texts.push(text)
    this.#whole.add(text)
    for (const line of text.split('\n')) {
      this.#whole.add(line)
      this.#whole.add(bare(line))
    }
  }

  // An instant is written in two ways that say the same.
  addDate(value: number): void {
    const date = new Date(value)
    if (Number.isNaN(date.getTime())) return
    this.add(date.toISOString())
    this.add(date.toISOString().replace('.000Z', 'Z'))
  }

  has(piece: string): boolean {
    return this.#whole.has(piece)
  }
}

function keptText(parsed: ParsedImport): Kept {
  const kept = new Kept()
  const { quarantined, drafts, lineage, links } = parsed
  for (const item of quarantined)
    kept.add(item.encoding === 'base64' ? Buffer.from(item.text, 'base64').toString() : item.text)
  for (const draft of drafts)
    addStrings({ ref: draft.ref, id: draft.id, key: draft.key.source, fields: draft.fields }, kept)
  addStrings([lineage, links], kept)
  return kept
}

function addStrings(value: unknown, kept: Kept): void {
  if (typeof value === 'string') kept.add(value)
  else if (typeof value === 'number') kept.addDate(value)
  else if (value !== null && typeof value === 'object') {
    for (const member of Object.values(value)) addStrings(member, kept)
  }
}

function textLines(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => bare(line.replace(/\r$/, '')))
  // The fences of front matter, the underlines of headings: they say what a line is, not what it says.
  return lines.filter((line) => line !== '' && !/^(?:-{2,}|={2,})$/.test(line))
}

function bare(line: string): string {
  return line
    .trim()
    .replace(/^(?:[-*+]|\d{1,9}[.)]|#{1,6})(?:\s+|$)/, '')
    .trim()
}

function jsonStrings(text: string): readonly string[] {
  const found: string[] = []
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      if (value.trim() !== '') found.push(value)
    } else if (value !== null && typeof value === 'object') {
      for (const member of Object.values(value)) visit(member)
    }
  }
  for (const line of text.split('\n')) {
    if (line.trim() !== '') visit(JSON.parse(line))
  }
  return found
}

import { type ImportSource, joinImports, type ParsedImport } from '../import-format.ts'
import { linksBetween, type NamedNote } from '../markdown/note-links.ts'
import { readNote } from '../markdown/whole-note.ts'

export function parse(source: ImportSource): ParsedImport {
  const parts: ParsedImport[] = []
  const notes: NamedNote[] = []
  for (const file of source.files) {
    const { note, parsed } = readNote(file, source, 'notes')
    parts.push(parsed)
    const ref = parsed.drafts[0]?.ref
    if (note !== undefined && ref !== undefined) notes.push({ path: file.path, ref, note })
  }
  return { ...joinImports(parts), links: linksBetween(notes) }
}

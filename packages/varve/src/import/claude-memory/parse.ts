import {
  type DraftLink,
  type ImportSource,
  joinImports,
  type ParsedImport,
  type SourceFile,
} from '../import-format.ts'
import { splitFrontMatter } from '../markdown/front-matter.ts'
import { inlineLinks } from '../markdown/inline-links.ts'
import { splitFile } from '../markdown/split-file.ts'
import { readNote, textOf, type WholeNote } from '../markdown/whole-note.ts'
import { folderOf, joinPath } from '../path-names.ts'
import { readLines } from '../source-lines.ts'

const FORMAT = 'claude-memory'
/** What a topic file says it is about, and the category it goes to. */
const CATEGORIES: Readonly<Record<string, string>> = {
  feedback: 'conventions',
  project: 'uncategorised',
  reference: 'operations',
  user: 'conventions',
}

export function parse(source: ImportSource): ParsedImport {
  const parsed = joinImports(source.files.map((file) => parseFile(file, source)))
  return { ...parsed, links: linksToTopics(parsed) }
}

// A topic file has front matter that names it; the index and older files are lists of statements.
function parseFile(file: SourceFile, source: ImportSource): ParsedImport {
  const { frontMatter } = splitFrontMatter(readLines(file, FORMAT).lines)
  if (textOf(frontMatter?.data?.name) === undefined) return splitFile(file, source, FORMAT)
  return readNote(file, source, FORMAT, topicFields).parsed
}

function topicFields({ data, title }: WholeNote): { readonly title: string; readonly category: string } {
  const metadata = data.metadata
  const nested =
    typeof metadata === 'object' && metadata !== null && 'type' in metadata ? metadata.type : undefined
  const kind = textOf(data.type) ?? textOf(nested) ?? ''
  return {
    title: textOf(data.title) ?? textOf(data.name) ?? title,
    category: Object.hasOwn(CATEGORIES, kind) ? (CATEGORIES[kind] ?? 'uncategorised') : 'uncategorised',
  }
}

/** A statement of the index that names a topic file is about that note. */
function linksToTopics(parsed: ParsedImport): readonly DraftLink[] {
  const byPath = new Map(
    parsed.drafts
      .filter((draft) => draft.fields.title !== undefined)
      .map((draft) => [draft.key.source, draft.ref] as const),
  )
  return parsed.drafts.flatMap(({ ref, key, fields }) => {
    const lines = fields.content.split('\n').map((text, index) => ({ number: index + 1, offset: 0, text }))
    const targets = inlineLinks(lines).flatMap(({ target, style }) => {
      const name = style === 'wiki' ? `${target}.md` : target
      return byPath.get(joinPath(folderOf(key.source), name) ?? '') ?? []
    })
    return [...new Set(targets)]
      .filter((to) => to !== ref)
      .map((to): DraftLink => ({ from: ref, to, type: 'related', source: 'inline' }))
  })
}

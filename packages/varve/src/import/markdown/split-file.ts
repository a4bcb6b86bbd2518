import type { Issue, JsonObject } from '@varve/core'
import { draftFields, member } from '../draft-fields.ts'
import { keyCounter } from '../draft-id.ts'
import {
  type ImportDraft,
  type ImportSource,
  NOTHING,
  type ParsedImport,
  type SourceFile,
} from '../import-format.ts'
import { quarantine, readLines } from '../source-lines.ts'
import { type FrontMatter, splitFrontMatter } from './front-matter.ts'
import { guessCategory } from './guess-category.ts'
import { sectionOf } from './section-of.ts'
import { type MarkdownPiece, splitMarkdown } from './split-markdown.ts'

/** Reads a Markdown file of many statements: one draft a piece, with headings and front matter kept. */
export function splitFile(file: SourceFile, source: ImportSource, format: string): ParsedImport {
  const { lines, quarantined } = readLines(file, format)
  const { frontMatter, body } = splitFrontMatter(lines)
  const { pieces, leftOver } = splitMarkdown(body)
  const nextKey = keyCounter()
  const base = file.path.slice(file.path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
  const drafts = pieces.map((piece, index): ImportDraft => {
    const entity = sectionOf(file.path, source, piece, frontMatter)
    const key = [...piece.headings, piece.lead ?? '', piece.content].join('\n')
    return {
      ref: `${file.path}#${index + 1}`,
      key: nextKey(file.path, key),
      fields: draftFields(
        { format, file: file.path, line: piece.line.number, trust: source.trust },
        {
          content: piece.content,
          ...(entity && { entity }),
          category: guessCategory([...piece.headings.toReversed(), base]),
          ...member('custom', customOf(piece, frontMatter)),
          ...member('extra', extraOf(piece, index === 0 ? frontMatter : undefined)),
        },
      ),
    }
  })
  const unsaid = drafts.length > 0 ? [] : [...(frontMatter ? [frontMatter.text] : []), ...leftOver]
  const left = unsaid.join('\n').trim()
  return {
    ...NOTHING,
    drafts,
    quarantined: [
      ...quarantined,
      ...(left === '' ? [] : [quarantine(file.path, format, { number: 1, offset: 0 }, left, 'no_statement')]),
    ],
    issues: frontMatterIssues(file.path, frontMatter),
  }
}

/** The issue of front matter that is no YAML; its text is kept all the same. */
export function frontMatterIssues(path: string, frontMatter: FrontMatter | undefined): readonly Issue[] {
  const problem = frontMatter?.problem
  if (problem === undefined) return []
  return [
    {
      code: 'invalid_frontmatter',
      severity: 'warning',
      subjects: [path],
      message: `${path}:${problem.line}: the front matter is no YAML mapping (${problem.message}); its text is kept`,
      detail: { file: path, line: problem.line },
      fix: [],
    },
  ]
}

function customOf(piece: MarkdownPiece, frontMatter: FrontMatter | undefined): JsonObject {
  return {
    ...(piece.headings.length === 0 ? {} : { headings: piece.headings }),
    ...(piece.lead === undefined ? {} : { lead: piece.lead }),
    ...(frontMatter?.data === undefined ? {} : { front_matter: frontMatter.data }),
  }
}

function extraOf(piece: MarkdownPiece, frontMatter: FrontMatter | undefined): JsonObject {
  return {
    ...(piece.mark === undefined ? {} : { mark: piece.mark }),
    ...(piece.markup.length === 0 ? {} : { markup: piece.markup }),
    ...(frontMatter === undefined ? {} : { front_matter_text: frontMatter.text }),
  }
}

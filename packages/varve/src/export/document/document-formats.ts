import { singleLine, VarveError } from '@varve/core'
import { extractSummary } from '@varve/core/digest'
import { headlineOf } from '@varve/core/recall'
import type { ExportFile } from '../export-file.ts'
import type { DocumentEntry, ExportedDocument } from './document.ts'
import { anchorOf, LinkRewriter } from './rewrite-links.ts'
import { citationsOf, sourcesOf } from './sources-of.ts'

/** A selection of entries as one text to read. */
export interface DocumentFormat {
  readonly name: string
  readonly title: string
  render(document: ExportedDocument): readonly ExportFile[]
}

export const DOCUMENT_FORMATS: readonly DocumentFormat[] = [
  { name: 'bundle', title: 'chosen entries, whole, in one text', render: renderBundle },
  { name: 'outline', title: 'a collection and what it leads to', render: renderOutline },
  { name: 'bibliography', title: 'what entries name as their sources', render: renderBibliography },
]

function renderBundle(document: ExportedDocument): readonly ExportFile[] {
  const links = new LinkRewriter(document.entries, document.linkMode)
  const sections = document.entries.map((each) => section(each, document, links))
  return [{ path: 'bundle.md', text: `# Bundle\n${sections.join('')}` }]
}

function section({ entry }: DocumentEntry, { linkMode }: ExportedDocument, links: LinkRewriter): string {
  const urls = [...new Set(sourcesOf(entry).map(({ url }) => url))]
  const facts = [
    `Type: ${entry.type}`,
    ...(entry.tags.length === 0 ? [] : [`Tags: ${entry.tags.join(', ')}`]),
    ...(urls.length === 0 ? [] : ['Sources:', ...urls.map((url) => `- ${url}`)]),
  ]
  const anchor = linkMode === 'anchors' ? `\n<a id="${anchorOf(entry.id)}"></a>\n` : ''
  const title = singleLine(headlineOf(entry))
  return `${anchor}\n## ${title} (${entry.id})\n\n${facts.join('\n')}\n\n${links.rewrite(entry).trimEnd()}\n`
}

function renderOutline(document: ExportedDocument): readonly ExportFile[] {
  const links = new LinkRewriter(document.entries, document.linkMode)
  const roots = document.entries.filter(({ entry }) => document.roots.includes(entry.id))
  if (roots.length === 0) {
    throw new VarveError('usage', 'an outline is of a collection: say which', {
      fix: ['varve export outline - --collection-root <id>'],
    })
  }
  const others = document.entries.filter(({ entry }) => !document.roots.includes(entry.id))
  const head = roots.map(
    ({ entry }) => `# ${singleLine(headlineOf(entry))}\n\n${links.rewrite(entry).trim()}\n`,
  )
  const items = others.map(({ entry }) => outlineItem(entry, document.linkMode))
  return [{ path: 'outline.md', text: `${head.join('\n')}\n${items.join('')}` }]
}

function outlineItem(entry: DocumentEntry['entry'], linkMode: ExportedDocument['linkMode']): string {
  const title = singleLine(headlineOf(entry))
  const name =
    linkMode === 'preserve' ? `${title} (${entry.id})` : `[${title}](${linkTo(entry.id, linkMode)})`
  const summary = singleLine(extractSummary(entry))
  const anchor = linkMode === 'anchors' ? `<a id="${anchorOf(entry.id)}"></a>` : ''
  return `- ${anchor}${name}${summary === '' || summary === title ? '' : `: ${summary}`}\n`
}

function linkTo(id: string, linkMode: ExportedDocument['linkMode']): string {
  return linkMode === 'anchors' ? `#${anchorOf(id)}` : `${id}.md`
}

function renderBibliography({ entries }: ExportedDocument): readonly ExportFile[] {
  const lines = citationsOf(entries).map(({ url, title, accessed, by }) => {
    const name = title === undefined ? `<${url}>` : `${singleLine(title)}. <${url}>`
    return `- ${name}${accessed === undefined ? '' : ` (accessed ${accessed})`} [${by.join(', ')}]\n`
  })
  const text = lines.length === 0 ? 'No sources.\n' : lines.join('')
  return [{ path: 'bibliography.md', text: `# Bibliography\n\n${text}` }]
}

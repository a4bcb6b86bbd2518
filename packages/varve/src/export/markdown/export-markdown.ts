import { by, byNumber, byText, type Entry, inOrder, orderingTime, sortedUnique } from '@varve/core'
import type { ExportedMemory, ExportFile } from '../export-file.ts'

const entryOrder = inOrder<Entry>(
  by((entry) => (entry.pinned === true ? 0 : 1), byNumber),
  by((entry) => entry.title ?? '', byText),
  by((entry) => orderingTime(entry), byNumber),
  by((entry) => entry.id, byText),
)

/** A bundle to read: one file a category, pinned entries first, then by title and date. */
export function exportMarkdown(memory: Pick<ExportedMemory, 'entries'>): readonly ExportFile[] {
  return sortedUnique(memory.entries.map((entry) => entry.category)).map((category) => {
    const entries = memory.entries.filter((entry) => entry.category === category)
    return {
      path: `${fileName(category)}.md`,
      text: `# ${headline(category)}\n\n${sectionsOf(entries.sort(entryOrder)).join('\n')}`,
    }
  })
}

/** Entries of one title stand under it once. */
function sectionsOf(entries: readonly Entry[]): readonly string[] {
  const sections: string[] = []
  let title: string | undefined
  for (const entry of entries) {
    if (entry.title !== title && entry.title !== undefined) sections.push(`## ${oneLine(entry.title)}\n`)
    title = entry.title
    sections.push(renderEntry(entry))
  }
  return sections
}

function renderEntry(entry: Entry): string {
  const body = entry.content.trimEnd()
  const isShort = !body.includes('\n')
  const tags = entry.tags.length === 0 ? '' : ` (${entry.tags.join(', ')})`
  return isShort ? `- ${body}${tags}\n` : `${body}${tags === '' ? '' : `\n${tags}`}\n`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function headline(category: string): string {
  return oneLine(category.charAt(0).toUpperCase() + category.slice(1))
}

// A category is a name like `operations`; an imported one may hold anything.
function fileName(category: string): string {
  const name = category.toLowerCase().replace(/[^a-z0-9-]+/g, '-')
  return name === '' ? 'uncategorised' : name
}

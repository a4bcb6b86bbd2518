import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SECTIONS = [
  ['Guide', 'docs/guide'],
  ['Reference', 'docs/reference'],
] as const

/** `llms.txt`: what there is to read, for a model that was sent here (llmstxt.org). */
export function renderLlmsFile(root: string): string {
  const [title = '', promise = ''] = paragraphsOf(readFileSync(join(root, 'README.md'), 'utf8'))
  const sections = SECTIONS.map(
    ([name, folder]) => `## ${name}\n\n${pagesOf(root, folder).map(lineOf).join('\n')}`,
  )
  return `${[title, `> ${promise.replaceAll('**', '')}`, ...sections].join('\n\n')}\n`
}

interface Page {
  readonly path: string
  readonly title: string
  readonly first: string
}

function pagesOf(root: string, folder: string): readonly Page[] {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'))
  return names.sort().map((name) => {
    const [title = '', ...rest] = paragraphsOf(readFileSync(join(root, folder, name), 'utf8'))
    return { path: `${folder}/${name}`, title: title.replace(/^# /, ''), first: rest.find(isProse) ?? '' }
  })
}

function lineOf({ path, title, first }: Page): string {
  const [sentence = ''] = /^.*?[.:](?=\s|$)/.exec(withoutLinks(first)) ?? []
  return `- [${title}](${path})${sentence === '' ? '' : `: ${sentence.replace(/:$/, '.')}`}`
}

function paragraphsOf(text: string): readonly string[] {
  return text.split(/\n{2,}/).map((paragraph) => paragraph.trim().replace(/\s+/g, ' '))
}

/** No heading, picture, table, list, fence or comment. */
function isProse(paragraph: string): boolean {
  return /^[^#!|<>`-]/.test(paragraph)
}

function withoutLinks(text: string): string {
  return text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GeneratedPage } from './generated-page.ts'

const SECTIONS = [
  ['Guide', 'docs/guide'],
  ['Reference', 'docs/reference'],
] as const

/** Of what a page says of itself, in characters. */
const MOST_SAID = 400

/**
 * `llms.txt`: what there is to read, for a model that was sent here (llmstxt.org). Pages that are being made
 * count as they will be, not as they still lie on the disk.
 */
export function renderLlmsFile(root: string, made: readonly GeneratedPage[]): string {
  const texts = new Map(made.map(({ path, text }) => [path, text]))
  const read = (path: string) => texts.get(path) ?? readFileSync(join(root, path), 'utf8')
  const [title = '', promise = ''] = paragraphsOf(read('README.md'))
  const sections = SECTIONS.map(
    ([name, folder]) => `## ${name}\n\n${pagesOf(root, folder, read).map(lineOf).join('\n')}`,
  )
  return `${[title, `> ${promise.replaceAll('**', '')}`, ...sections].join('\n\n')}\n`
}

interface Page {
  readonly path: string
  readonly title: string
  readonly first: string
}

function pagesOf(root: string, folder: string, read: (path: string) => string): readonly Page[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  const pages = names.map((name) => name.replaceAll('\\', '/')).filter((name) => name.endsWith('.md'))
  return pages.sort().map((name) => {
    const path = `${folder}/${name}`
    const [title = '', ...rest] = paragraphsOf(read(path))
    return { path, title: title.replace(/^# /, ''), first: rest.find(isProse) ?? '' }
  })
}

function lineOf({ path, title, first }: Page): string {
  const said = beginningOf(withoutLinks(first))
  return `- [${title}](${path})${said === '' ? '' : `: ${said}`}`
}

/**
 * The first sentence, and those behind it that fit: many a page says first what is the matter, then what to do.
 * What leads up to an example or a list says nothing without it.
 */
function beginningOf(paragraph: string): string {
  const [first = '', ...rest] = paragraph.match(/.*?(?:\.(?=\s|$)|:$)/g) ?? []
  let said = first.replace(/:$/, '.')
  for (const sentence of rest) {
    if (sentence.endsWith(':') || said.length + sentence.length > MOST_SAID) break
    said += sentence
  }
  return said
}

function paragraphsOf(text: string): readonly string[] {
  return text.split(/\n{2,}/).map((paragraph) => paragraph.trim().replace(/\s+/g, ' '))
}

/** No heading, picture, table, list, fence or comment. */
function isProse(paragraph: string): boolean {
  return !/^(?:[#!|<>-]|```)/.test(paragraph)
}

function withoutLinks(text: string): string {
  return text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
}

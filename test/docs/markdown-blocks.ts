import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** A fenced block of a page. */
export interface MarkdownBlock {
  /** What follows the opening fence: `sh`, `sh fails`, `text` … */
  readonly info: string
  readonly text: string
  /** 1-based line of the opening fence. */
  readonly line: number
}

const FENCE = /^(`{3,})(.*)$/

export function readBlocks(page: string): readonly MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  let open: { readonly fence: string; readonly info: string; readonly line: number } | undefined
  let lines: string[] = []
  for (const [index, line] of page.split('\n').entries()) {
    const [, fence = '', info = ''] = FENCE.exec(line) ?? []
    if (open === undefined) {
      if (fence !== '') open = { fence, info: info.trim(), line: index + 1 }
      lines = []
    } else if (fence === open.fence && info === '') {
      blocks.push({ info: open.info, text: lines.join('\n'), line: open.line })
      open = undefined
    } else lines.push(line)
  }
  return blocks
}

/** The page without its fenced blocks, line for line. */
export function proseOf(page: string): string {
  const fenced = new Set<number>()
  for (const { line, text } of readBlocks(page)) {
    const count = text.split('\n').length + 2
    for (let each = line; each < line + count; each++) fenced.add(each)
  }
  return page
    .split('\n')
    .map((text, index) => (fenced.has(index + 1) ? '' : text))
    .join('\n')
}

const PASSED_OVER = new Set(['node_modules', 'dist', 'bundle', '.git', '.varve', 'fixtures', 'goldens'])

/** Every Markdown page of the repository that people read, by path; not what tests and examples are made of. */
export function listPages(root: string): readonly string[] {
  const pages: string[] = []
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const item of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, item.name)
      if (item.isDirectory() && !PASSED_OVER.has(item.name)) folders.push(path)
      else if (item.isFile() && item.name.endsWith('.md'))
        pages.push(relative(root, path).split(sep).join('/'))
    }
  }
  return pages.filter((path) => !/^examples\/[^/]+\//.test(path)).sort()
}

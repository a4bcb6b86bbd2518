import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file of the built page. */
export interface PageFile {
  readonly type: string
  readonly text: string
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The page as `packages/web` was built, by path: all that is served. The build puts it into the bundle. */
export function pageFiles(): Readonly<Record<string, PageFile>> {
  const folder = fileURLToPath(new URL('../../../web/dist', import.meta.url))
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  return Object.fromEntries(
    files.map(({ name, parentPath }) => {
      const path = join(parentPath, name)
      const text = readFileSync(path, 'utf8')
      return [
        `/${relative(folder, path).split(sep).join('/')}`,
        { type: TYPES[extname(name)] ?? 'text/plain', text },
      ]
    }),
  )
}

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** Every file below a folder: its path from there, and its bytes. In order of the paths. */
export function readTree(folder: string): ReadonlyMap<string, Buffer> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((found) => join(found.parentPath, found.name))
    .sort()
  return new Map(paths.map((path) => [relative(folder, path).split(sep).join('/'), readFileSync(path)]))
}

/** As `readTree`, with when each file was last written: equal where nobody touched anything. */
export function stampTree(folder: string): readonly string[] {
  return [...readTree(folder)].map(
    ([path, bytes]) => `${path} ${statSync(join(folder, path)).mtimeMs} ${bytes.toString('base64')}`,
  )
}

/** The files below a folder that hold some bytes anywhere, whatever the format. */
export function filesWith(folder: string, text: string): readonly string[] {
  const wanted = Buffer.from(text)
  return [...readTree(folder)].filter(([, bytes]) => bytes.includes(wanted)).map(([path]) => path)
}

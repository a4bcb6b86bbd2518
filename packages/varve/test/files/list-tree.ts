import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every path below a directory with its bytes, mode and time, to compare a tree with itself later. */
export function listTree(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const path = join(directory, name)
      const stat = lstatSync(path)
      const text = stat.isFile() ? readFileSync(path, 'utf8') : ''
      return `${name} ${stat.mode.toString(8)} ${stat.isFile() ? stat.mtimeMs : ''} ${text}`
    })
    .sort()
}

import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { VERSION } from '../version.ts'

/** Folders that stay beside a new one: so many installed versions may take turns. */
const KEPT = 3

/**
 * The folder for the compiled code of one build of this program. Node keeps a file for each file that it
 * ever compiled, and drops none; so each build has a folder, and a new one clears old ones away.
 */
export function compiledCodeFolder(home: string, program: string): string {
  const all = join(home, 'compiled')
  const build = Math.floor(statSync(program).mtimeMs).toString(36)
  const own = join(all, `${VERSION}-${build}`)
  if (!existsSync(own)) dropOldest(all)
  return own
}

function dropOldest(all: string): void {
  try {
    const folders = readdirSync(all).map((name) => {
      const path = join(all, name)
      return { path, made: statSync(path).mtimeMs }
    })
    folders.sort((a, b) => b.made - a.made)
    for (const { path } of folders.slice(KEPT)) rmSync(path, { recursive: true, force: true })
  } catch {
    // Nothing is there yet, or another process clears it, or it may only be read: a start needs none of it.
  }
}

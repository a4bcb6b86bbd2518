import type { PathFate, ProjectFiles } from '../../src/ports/project-files.ts'

interface Project {
  /** Text by path. */
  readonly files?: Readonly<Record<string, string>>
  readonly gone?: Readonly<Record<string, PathFate>>
  /** Text by path and commit, as `path@commit`. */
  readonly history?: Readonly<Record<string, string>>
  readonly hashes?: Readonly<Record<string, string>>
}

/** A project of a few files. */
export function projectOf({ files = {}, gone = {}, history = {}, hashes = {} }: Project): ProjectFiles {
  const paths = Object.keys(files)
  const isFolder = (path: string) => paths.some((file) => file.startsWith(`${path}/`))
  return {
    kindOf: (path) => (files[path] !== undefined ? 'file' : isFolder(path) ? 'folder' : undefined),
    textOf: (path) => files[path],
    hashOf: (path) => hashes[path],
    fateOf: (path) => gone[path],
    textAt: (path, commit) => history[`${path}@${commit}`],
    hadText: (path, text) =>
      Object.entries(history).some(([at, kept]) => at.startsWith(`${path}@`) && kept.includes(text)),
    named: (base) => paths.filter((path) => path === base || path.endsWith(`/${base}`)),
  }
}

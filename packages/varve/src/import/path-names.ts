/** The last part of a `/` path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The folder of a `/` path; empty at the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** The base name without its last extension. */
export function stemOf(path: string): string {
  return baseName(path).replace(/(.)\.[^.]*$/, '$1')
}

/** `a/b` and `../c` as one path; undefined where it leaves the root. */
export function joinPath(folder: string, relative: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

/** Data sets and dotfile managers spell `.name` as `dot-name`. */
export function undotted(path: string): string {
  return path.replace(/(^|\/)dot[-_]/g, '$1.')
}

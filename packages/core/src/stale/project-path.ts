/** A path from a folder of the project, relative to the project's top; undefined where it leads out of it. */
export function joinPath(folder: string, path: string): string | undefined {
  if (path.startsWith('/') || path.startsWith('~') || /^[A-Za-z]:/.test(path)) return undefined
  const parts: string[] = []
  for (const part of `${folder}/${path}`.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.length === 0 ? undefined : parts.join('/')
}

/** One spelling for all spellings of a path, as its key in the registry. Pure; the path is absolute. */
export function normalizePath(path: string, platform: string): string {
  if (platform === 'win32') {
    // Taking dots away can bring a prefix to the front that has to go too.
    const next = normalizeWindows(path)
    return next === path ? path : normalizePath(next, platform)
  }
  // File systems of macOS take composed and decomposed forms of a name for the same.
  return withoutDots(platform === 'darwin' ? path.normalize('NFC') : path, '/')
}

/** `/c/…` of MSYS, `/mnt/c/…` of WSL, `/cygdrive/c/…` of Cygwin. */
const MOUNTED_DRIVE = /^\/(?:mnt\/|cygdrive\/)?([a-z])(?=\/|$)/
const DRIVE = /^[a-z]:/
const DEVICE_PREFIX = /^\/\/[?.]\//

function normalizeWindows(path: string): string {
  let rest = path.replaceAll('\\', '/').toLowerCase()
  while (DEVICE_PREFIX.test(rest)) rest = rest.slice(4).replace(/^unc\//, '//')
  if (/^\/\/[^/]/.test(rest)) return withoutDots(rest.slice(1), '//')
  rest = rest.replace(/^\/+/, '/').replace(MOUNTED_DRIVE, '$1:')
  return DRIVE.test(rest) ? withoutDots(rest.slice(2), `${rest.slice(0, 2)}/`) : withoutDots(rest, '/')
}

/** The segments after a root, without empty ones, `.` and `..`. */
function withoutDots(path: string, root: string): string {
  const kept: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop()
    else if (segment !== '' && segment !== '.') kept.push(segment)
  }
  return root + kept.join('/')
}

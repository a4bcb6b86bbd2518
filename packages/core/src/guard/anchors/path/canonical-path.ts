const WINDOWS = /^(?:[a-z]:|\\\\)/i

/** Slashes one way, no `.` segments, no doubled slashes; a slash at the end and the case stay. */
export function canonicalPath(raw: string): string {
  const isWindows = WINDOWS.test(raw)
  const slashed = isWindows ? raw.replaceAll('\\', '/') : raw
  const isNetwork = slashed.startsWith('//')
  const collapsed = slashed.replace(/\/{2,}/g, '/')
  const segments = collapsed.split('/')
  const kept = segments.filter((segment, index) => segment !== '.' || index === segments.length - 1)
  const path = kept.join('/')
  if (isNetwork && isWindows) return `/${path}`
  return isWindows ? path.charAt(0).toUpperCase() + path.slice(1) : path
}

/** Hosts that take paths in any case. */
const CASELESS: ReadonlySet<string> = new Set([
  'github.com',
  'gitlab.com',
  'bitbucket.org',
  'codeberg.org',
  'dev.azure.com',
])
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([['ssh.github.com', 'github.com']])
const DEFAULT_PORTS: ReadonlySet<string> = new Set(['22', '443', '80', '9418'])
const SCHEMES: ReadonlySet<string> = new Set([
  'ssh',
  'git',
  'http',
  'https',
  'ftp',
  'ftps',
  'git+ssh',
  'ssh+git',
  'git+http',
  'git+https',
])

/** Where a remote repository is. */
interface RemoteAddress {
  /** With the port where it isn't a default one. */
  readonly host: string
  readonly path: string
}

/**
 * A remote's URL as `<host>/<path>`, equal for all spellings of one repository and free of
 * credentials; undefined for local paths, which are no remotes. Pure.
 */
export function normalizeRemote(url: string): string | undefined {
  const address = parseRemote(url.trim())
  if (address === undefined) return undefined
  const lower = address.host.toLowerCase()
  const host = OTHER_NAMES.get(lower) ?? lower
  const path = trimPath(CASELESS.has(host) ? address.path.toLowerCase() : address.path)
  return host === '' || path === '' ? undefined : `${host}/${path}`
}

/** True for `gh:acme/app` and the like: a rewriting rule (`url.<base>.insteadOf`) may say what it means. */
export function isRemoteShorthand(url: string): boolean {
  const colon = url.indexOf('://')
  if (colon >= 0) {
    const scheme = url.slice(0, colon).toLowerCase()
    return !SCHEMES.has(scheme) && scheme !== 'file'
  }
  const host = parseShortForm(url)?.host
  return host !== undefined && !host.includes('.') && !url.slice(0, url.indexOf(':')).includes('@')
}

function parseRemote(url: string): RemoteAddress | undefined {
  const colon = url.indexOf('://')
  if (colon < 0) return parseShortForm(url)
  if (!SCHEMES.has(url.slice(0, colon).toLowerCase())) return undefined
  const rest = upTo(url.slice(colon + '://'.length), ['?', '#'])
  const authority = upTo(rest, ['/'])
  const host = withoutDefaultPort(authority.slice(authority.lastIndexOf('@') + 1))
  return { host, path: rest.slice(authority.length) }
}

/** `[user@]host:path` of scp: a colon before the first slash, and no drive letter before it. */
function parseShortForm(url: string): RemoteAddress | undefined {
  const start = upTo(url, ['/', '\\'])
  const afterUser = url.slice(start.lastIndexOf('@') + 1)
  if (afterUser.startsWith('[')) return parseBracketed(afterUser)
  const host = upTo(afterUser, [':', '/', '\\'])
  const path = afterUser.slice(host.length)
  // `C:\repos` and `helper::address` have a colon too.
  const isLocal = !path.startsWith(':') || path.startsWith('::') || start.slice(1).startsWith(':')
  return isLocal || host === '' ? undefined : { host, path: path.slice(1) }
}

/** `[host:port]:path`, or an address of IPv6 in brackets. */
function parseBracketed(text: string): RemoteAddress | undefined {
  const end = text.indexOf(']:')
  if (end < 0) return undefined
  const inner = text.slice(1, end)
  const host = inner.split(':').length > 2 ? `[${inner}]` : withoutDefaultPort(inner)
  return { host, path: text.slice(end + ']:'.length) }
}

function withoutDefaultPort(authority: string): string {
  const colon = authority.lastIndexOf(':')
  if (colon < 0 || authority.endsWith(']')) return authority
  const port = authority.slice(colon + 1)
  return port === '' || DEFAULT_PORTS.has(port) ? authority.slice(0, colon) : authority
}

/** Without outer slashes, doubled slashes and `.git`. */
function trimPath(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '')
  let last = segments.pop()
  while (last?.endsWith('.git')) last = last.slice(0, -'.git'.length) || segments.pop()
  return [...segments, ...(last === undefined ? [] : [last])].join('/')
}

/** The text before the first of the marks. */
function upTo(text: string, marks: readonly string[]): string {
  const ends = marks.map((mark) => text.indexOf(mark)).filter((at) => at >= 0)
  return text.slice(0, Math.min(text.length, ...ends))
}

import { codeBefore, isWordAt, isWordCode } from '../../normalise/letters.ts'
import { type AnchorRule, matchAt, type Scan } from '../anchor-rule.ts'
import { canonicalPath } from './canonical-path.ts'
import { EXTENSIONS, ROOT_FOLDERS } from './known-names.ts'

const DRIVE = /[a-z]:(?:[\\/][\w.\-@*+~$]*)+/iy
const NETWORK = /\\\\[\w.\-$]+(?:\\[\w.\-$]*)+/y
const ROOTED = /(?:~|\.{1,2})?(?:\/[\w.\-@*+~]*)+/y
const RELATIVE = /[\w.\-@*+~]+(?:\/[\w.\-@*+~]*)+/y
const FILE = /[\w.\-@+*]+/y
const DOT_NAME = /\.[a-z][\w.-]*/iy
const PLACE = /:\d+(?::\d+)?(?!\w)/y
const RUN = /[\w.\-@*+~/\\]/
const LETTER = /[a-z*]/i
const MIN_SEGMENTS = 3
const BOLD = '**'

/** Files and folders, as the marks in them or the names that they bear tell. */
export const pathRule: AnchorRule = {
  name: 'path',
  opens: ['compound', 'digit'],
  firstCharacters: '/~.\\*+@-',
  match(scan, start) {
    if (!mayOpen(scan, start)) return undefined
    const raw = findPath(scan, start)
    if (raw === undefined || !LETTER.test(raw)) return undefined
    const end = start + raw.length
    const place = matchAt(PLACE, scan, end)?.[0] ?? ''
    return { type: 'path', end: end + place.length, value: canonicalPath(raw) + place }
  },
}

/** Not within a run of such characters: so each run is read once. */
function mayOpen({ text }: Scan, start: number): boolean {
  if (text.startsWith(BOLD, start) && isWordAt(text, start + BOLD.length)) return false
  const before = codeBefore(text, start)
  return before === undefined || !(isWordCode(before) || RUN.test(String.fromCodePoint(before)))
}

function findPath(scan: Scan, start: number): string | undefined {
  const drive = matchAt(DRIVE, scan, start) ?? matchAt(NETWORK, scan, start) ?? matchAt(ROOTED, scan, start)
  if (drive !== undefined) return withoutFinalMarks(drive[0])
  const relative = matchAt(RELATIVE, scan, start)
  const path = relative === undefined ? undefined : withoutFinalMarks(relative[0])
  if (path !== undefined) return isPath(path) ? path : undefined
  const dotName = matchAt(DOT_NAME, scan, start)
  if (dotName !== undefined) return withoutFinalMarks(dotName[0])
  const file = matchAt(FILE, scan, start)
  const name = file === undefined ? undefined : withoutFinalMarks(file[0])
  const isCall = name !== undefined && scan.text.charAt(start + name.length) === '('
  return name !== undefined && !isCall && isFileName(name) ? name : undefined
}

function withoutFinalMarks(raw: string): string {
  let end = raw.length
  while (end > 0 && raw.charAt(end - 1) === '.' && raw.charAt(end - 2) !== '.') end--
  return raw.slice(0, end)
}

function isPath(raw: string): boolean {
  const segments = raw.split('/')
  const first = segments[0] ?? ''
  if (!LETTER.test(raw)) return false
  return (
    segments.length >= MIN_SEGMENTS ||
    raw.endsWith('/') ||
    raw.includes('*') ||
    ROOT_FOLDERS.has(first) ||
    first.startsWith('.') ||
    segments.some(isFileName)
  )
}

function isFileName(name: string): boolean {
  const dot = name.lastIndexOf('.')
  return dot > 0 && name !== 'process.env' && EXTENSIONS.has(name.slice(dot + 1))
}

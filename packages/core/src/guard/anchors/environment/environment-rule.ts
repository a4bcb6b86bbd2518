import { type AnchorMatch, type AnchorRule, matchAt, type Scan } from '../anchor-rule.ts'
import { trimSentenceMarks } from '../trim-sentence-marks.ts'

const MEMBER = /(?:process\.env|import\.meta\.env)\.([a-z_]\w*)/iy
const DOLLAR = /\$(?:\{([a-z_]\w*)\}|([a-z_]\w*))/iy
const PERCENT = /%([a-z_]\w*)%/iy
const ASSIGNED = /([A-Z][A-Z0-9_]*)=("[^"\n]{0,200}"|'[^'\n]{0,200}'|[^\s,;)\]}"'`]+)/y
const UPPER_SNAKE = /_?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?!\w)/y

/** Environment variables, by the ways to read them, to set them and to write them. */
export const environmentRule: AnchorRule = {
  name: 'environment',
  opens: ['compound'],
  firstCharacters: '$%',
  match(scan, start) {
    const read = matchAt(MEMBER, scan, start) ?? matchAt(DOLLAR, scan, start) ?? matchAt(PERCENT, scan, start)
    if (read !== undefined) return found(start, read[0], read[1] ?? read[2] ?? '')
    return matchAssigned(scan, start) ?? matchName(scan, start)
  },
}

function matchAssigned(scan: Scan, start: number): AnchorMatch | undefined {
  const match = matchAt(ASSIGNED, scan, start)
  if (match === undefined) return undefined
  const [, name = '', value = ''] = match
  const trimmed = trimSentenceMarks(value)
  return found(start, `${name}=${trimmed}`, `${name}=${trimmed.replace(/^(["'])(.*)\1$/, '$2')}`)
}

function matchName(scan: Scan, start: number): AnchorMatch | undefined {
  const match = matchAt(UPPER_SNAKE, scan, start)
  return match === undefined ? undefined : found(start, match[0], match[0])
}

function found(start: number, raw: string, value: string): AnchorMatch {
  return { type: 'env', end: start + raw.length, value }
}

import { type AnchorRule, matchAt, type Scan } from '../anchor-rule.ts'
import { trimSentenceMarks } from '../trim-sentence-marks.ts'

const ADDRESS = /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>"'`\u3000-\u9fff\uff00-\uffef]+/iy
const MAIL = /[\w.%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}(?::[\w./~-]+)?/iy
const PARTS = /^([^:]+):\/\/([^/?#]*)(.*)$/s
const DEFAULT_PORT = /:(?:80|443)$/

/** `scheme://…`, an e-mail address, `git@host:path`. */
export const urlRule: AnchorRule = {
  name: 'url',
  opens: ['compound', 'digit'],
  match(scan, start) {
    const raw = findAddress(scan, start)
    return raw === undefined ? undefined : { type: 'url', end: start + raw.length, value: canonicalUrl(raw) }
  },
}

function findAddress(scan: Scan, start: number): string | undefined {
  const match = matchAt(ADDRESS, scan, start) ?? matchAt(MAIL, scan, start)
  return match === undefined ? undefined : trimSentenceMarks(match[0])
}

/** Scheme and host in lower case, without a default port and without a path that is only a slash. */
function canonicalUrl(raw: string): string {
  const parts = PARTS.exec(raw)
  const [, scheme = '', host = '', rest = ''] = parts ?? []
  if (parts === null) return raw
  return `${scheme.toLowerCase()}://${host.toLowerCase().replace(DEFAULT_PORT, '')}${rest === '/' ? '' : rest}`
}

import { type AnchorRule, matchAt } from '../anchor-rule.ts'

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?!\w)/iy
const DIGEST = /sha\d{0,3}:[0-9a-f]{7,128}(?!\w)/iy
const HEX = /(?:[0-9a-f]{7,64}|[0-9A-F]{7,64})(?!\w)/y
const KEY = /[A-Z][A-Z0-9]{0,9}(?:-[A-Z0-9]{1,20}){0,3}-\d{1,20}(?![\w-])/y
const LETTER = /[a-f]/i
const DIGIT = /\d/

/** UUIDs, commit hashes and keys such as `ABC-123`. */
export const identifierRule: AnchorRule = {
  name: 'identifier',
  opens: ['compound', 'digit'],
  match(scan, start) {
    const lowered = matchAt(UUID, scan, start) ?? matchAt(DIGEST, scan, start)
    if (lowered !== undefined) {
      return { type: 'id', end: start + lowered[0].length, value: lowered[0].toLowerCase() }
    }
    const hex = matchAt(HEX, scan, start)
    if (hex !== undefined && LETTER.test(hex[0]) && DIGIT.test(hex[0])) {
      return { type: 'id', end: start + hex[0].length, value: hex[0] }
    }
    const key = matchAt(KEY, scan, start)
    return key === undefined ? undefined : { type: 'id', end: start + key[0].length, value: key[0] }
  },
}

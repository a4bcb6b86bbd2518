import { type AnchorRule, matchAt } from '../anchor-rule.ts'

const TAIL = '(?:-[0-9A-Za-z][0-9A-Za-z-]*(?:\\.[0-9A-Za-z-]+)*)?(?:\\+[0-9A-Za-z][0-9A-Za-z.-]*)?(?!\\w)'
const NAMED = new RegExp(`v(\\d+(?:\\.\\d+)*${TAIL})`, 'y')
const DOTTED = new RegExp(`\\d+\\.\\d+\\.\\d+(?:\\.\\d+)*${TAIL}`, 'y')
const OPEN_ENDED = /\d+(?:\.\d+)*\.x(?!\w)/y
const RANGED = /[\^~]v?\d+\.\d+(?:\.\d+)*(?:-[0-9A-Za-z.]+)?(?!\w)|\^\d+(?!\w)/y

/** `1.2.3`, `v2`, `18.x`, `^1.4`. Digits are literal: `3.10` is not `3.1`. */
export const versionRule: AnchorRule = {
  name: 'version',
  opens: ['digit', 'compound'],
  firstCharacters: '^~',
  match(scan, start) {
    const named = matchAt(NAMED, scan, start)
    if (named !== undefined) return { type: 'ver', end: start + named[0].length, value: named[1] ?? '' }
    const match =
      matchAt(DOTTED, scan, start) ?? matchAt(OPEN_ENDED, scan, start) ?? matchAt(RANGED, scan, start)
    return match === undefined
      ? undefined
      : { type: 'ver', end: start + match[0].length, value: match[0].replace(/^([~^]?)v/, '$1') }
  },
}

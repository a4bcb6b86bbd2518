import { type AnchorRule, matchAt } from '../anchor-rule.ts'
import { trimSentenceMarks } from '../trim-sentence-marks.ts'

const SCOPED = /@[a-z0-9][\w.-]{0,100}\/[\w.-]{1,200}(?:@[\w.^~-]{1,100})?/iy

/** `@scope/name`, also with a version. */
export const packageRule: AnchorRule = {
  name: 'package',
  opens: [],
  firstCharacters: '@',
  match(scan, start) {
    if (scan.text.charAt(start) !== '@') return undefined
    const match = matchAt(SCOPED, scan, start)
    if (match === undefined) return undefined
    const raw = trimSentenceMarks(match[0])
    return { type: 'code', end: start + raw.length, value: raw }
  },
}

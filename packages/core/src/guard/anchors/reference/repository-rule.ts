import { type AnchorRule, matchAt } from '../anchor-rule.ts'

const REFERENCE = /[a-z0-9][\w.-]{0,100}\/[\w.-]{1,100}#\d+(?!\w)/iy

/** `owner/repo#123`. */
export const repositoryRule: AnchorRule = {
  name: 'repository',
  opens: ['compound', 'digit'],
  match(scan, start) {
    const match = matchAt(REFERENCE, scan, start)
    return match === undefined ? undefined : { type: 'id', end: start + match[0].length, value: match[0] }
  },
}

import type { TokenCounter } from '../../ports/token-counter.ts'
import { ELIDED, isArgumentObject } from '../model/canonical-arguments.ts'
import type { Part } from '../model/message.ts'

const LONGEST_SCALAR = 20
const PATH_LIKE = /(?:^|_)(?:path|file|filename|uri|url|dir)$|Path$|File$|^cwd$/

/** Arguments that still read as a call of that tool: its paths and short values, and a placeholder for the rest. */
export function elidedArguments(call: Part, placeholder: string, counter: TokenCounter): string {
  if (!isArgumentObject(call.args)) return placeholder
  const kept = Object.entries(call.args).filter(([name, value]) => isKept(name, value, counter))
  return JSON.stringify({ ...Object.fromEntries(kept), [ELIDED]: placeholder })
}

function isKept(name: string, value: unknown, counter: TokenCounter): boolean {
  if (name === ELIDED || name === '__proto__') return false
  if (typeof value !== 'string')
    return value === null || typeof value === 'number' || typeof value === 'boolean'
  return PATH_LIKE.test(name) || counter.count(value) <= LONGEST_SCALAR
}

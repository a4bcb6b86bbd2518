import type { TokenCounter } from '../../ports/token-counter.ts'
import { ELIDED, isArgumentObject } from '../model/canonical-arguments.ts'
import type { Part } from '../model/message.ts'
import { patchOf } from '../targets/call-payload.ts'
import { isPatchTool } from '../targets/tool-names.ts'

const LONGEST_SCALAR = 20
const PATH_LIKE = /(?:^|_)(?:path|file|filename|uri|url|dir)$|Path$|File$|^cwd$/

/** Arguments that still read as a call of that tool: its paths and short values, and a placeholder for the rest. */
export function elidedArguments(call: Part, placeholder: string, counter: TokenCounter): string {
  const said = isPatchTool(call.tool) ? withFiles(placeholder, patchOf(call.text, call.args)) : placeholder
  if (!isArgumentObject(call.args)) return said
  const kept = Object.entries(call.args).filter(([name, value]) => isKept(name, value, counter))
  return JSON.stringify({ ...Object.fromEntries(kept), [ELIDED]: said })
}

const FILE_HEADER = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+?)\s*$/gm

/** What a patch did to which file stays known, also where the placeholder names only the first, or cuts it. */
function withFiles(placeholder: string, patch: string): string {
  const untold = [...patch.matchAll(FILE_HEADER)].filter(
    ([, path = '']) => !placeholder.includes(` ${path} `),
  )
  return [placeholder, ...untold.map(([header]) => header)].join('\n')
}

function isKept(name: string, value: unknown, counter: TokenCounter): boolean {
  if (name === ELIDED || name === '__proto__') return false
  if (typeof value !== 'string')
    return value === null || typeof value === 'number' || typeof value === 'boolean'
  return PATH_LIKE.test(name) || counter.count(value) <= LONGEST_SCALAR
}

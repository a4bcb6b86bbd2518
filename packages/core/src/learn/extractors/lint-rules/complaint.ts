/** `src/a.go:24:12: Error return value of `f` is not checked (errcheck)`, `src/a.py:3:1: E501 Line too long`. */
const COMPLAINT =
  /^\S+\.[A-Za-z]{1,5}:\d+(?::\d+)?:?\s+(?:(?<code>[A-Z]{1,4}\d{3,4})\s+(?<first>.{8,})|(?:(?:error|warning):?\s+)?(?<message>.{8,}?)\s+\(?(?<rule>[a-z@][a-z\d@/-]{2,40})\)?)$/
/** `  12:3  error  'x' is never used  no-unused-vars`. */
const OF_ESLINT =
  /^\s*\d+:\d+\s+(?:error|warning)\s+(?<message>.{8,}?)\s{2,}(?<rule>[a-z@][a-z\d@/-]+[-/][a-z\d/-]+)$/
/** What compilers say of code that isn't finished. */
const OF_COMPILERS = new Set(['typecheck', 'cached', 'unused', 'none'])
const NUMBER = /\b\d+\b/g
const NAMED = /`[^`]*`|"[^"]*"|'[^']*'/g
/** Names of the code at hand, beside those in quotation marks. */
const PATHS = /\b[\w-]+(?:[./][\w()*-]+)+/g

/** What a linter has against a line, by the name of its rule and without what is of that line alone. */
export function complaintIn(line: string): string | undefined {
  const groups = (COMPLAINT.exec(line.trim()) ?? OF_ESLINT.exec(line))?.groups
  const rule = groups?.rule ?? groups?.code
  const message = groups?.message ?? groups?.first
  if (rule === undefined || message === undefined || OF_COMPILERS.has(rule)) return undefined
  const plain = message
    .replace(NAMED, '…')
    .replace(PATHS, '…')
    .replace(NUMBER, '#')
    .replace(/\s+/g, ' ')
    .trim()
  if ((plain.match(/\p{L}{2,}/gu) ?? []).length < 2) return undefined
  return `Code here broke the lint rule \`${rule}\` more than once: ${plain}`
}

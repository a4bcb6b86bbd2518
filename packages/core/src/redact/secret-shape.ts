/** Values that documentation uses as examples. */
const DOCUMENTED = ['AKIAIOSFODNN7EXAMPLE', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY']

/** What stands where a secret would: each must be the whole value, so that `test-9fK2…` is none. */
const PLACEHOLDERS: readonly RegExp[] = [
  /^\[redacted:/,
  /^[x*.•…#-]+$/i,
  /^<[^<>]*>?$/,
  /^\$(?:[A-Z_][A-Z0-9_]*|[A-Za-z_]+)$/,
  // The closing brace is no part of a bare value; a default (`:-…`) is a value of its own.
  /^\$\{{1,2}[\w. ]*(?::?[-?+=])?\}{0,2}$/,
  /^%\w+%$/,
  /^\{\{[^{}]*\}{0,2}$/,
  /^(?:process\.env|import\.meta\.env|os\.environ|os\.getenv)(?!\w)/,
  /^your(?:[-_.][\w.-]*|[a-z]*)$/i,
  // Nothing but words for a secret, as manuals write it: `mysecretpassword`, `my-secret-pw`, `example_token`.
  /^(?:my|the|some|an?|test|example|sample|dummy|fake)?[-_]?(?:(?:super|secret|secure|strong|api|access|db)[-_]?){0,3}(?:password|passwd|passphrase|pw|secret|token|key)(?:[-_]?here)?$/i,
  /^(?:changeme|example|password|secret|token|null|none|undefined|true|false)$/i,
]

const PATH_OR_URL = /^(?:https?:|[a-z][a-z0-9+.-]*:\/\/|\.{0,2}\/|~\/|[a-z]:\\)/i
const MEMBER_PATH = /^[A-Za-z_$]+(?:\??\.[A-Za-z_$]+)+$/
const GENERIC_TYPE = /^[A-Z][A-Za-z]*<[A-Z]/
const NAME = /^(?:[a-z]+(?:[-_.][a-z]+)+|[A-Z]+\d?(?:_[A-Z]+\d?)+)$/
const ALPHANUMERIC: readonly RegExp[] = [/[a-z]/, /[A-Z]/, /[0-9]/]
const CLASSES: readonly RegExp[] = [...ALPHANUMERIC, /[^a-zA-Z0-9]/]
/** Longer values are none of the patterns below, and are not worth the reading. */
const MAX_PLACEHOLDER = 200
const MIN_BITS_PER_CHARACTER = 3

/** True for a value that only stands where a secret would. */
export function isPlaceholder(value: string): boolean {
  if (value.length > MAX_PLACEHOLDER) return false
  return DOCUMENTED.includes(value) || PLACEHOLDERS.some((pattern) => pattern.test(value))
}

/** True for a value that points at a secret kept elsewhere: a path, a URL, a call. */
export function isReference(value: string): boolean {
  return PATH_OR_URL.test(value) || /[()]/.test(value)
}

/** True for code that reads a member or names a type: `config.token`. Only bare values are code. */
export function isCode(value: string): boolean {
  return MEMBER_PATH.test(value) || GENERIC_TYPE.test(value)
}

/** True where a value is as irregular as generated secrets are, and not words joined to a name. */
export function isIrregular(value: string): boolean {
  if (NAME.test(value)) return false
  return classesOf(value, CLASSES) >= 2 && entropy(value) >= MIN_BITS_PER_CHARACTER
}

/** How many of lower case, upper case and digits a value has. */
export function alphanumericClasses(value: string): number {
  return classesOf(value, ALPHANUMERIC)
}

function classesOf(value: string, classes: readonly RegExp[]): number {
  return classes.filter((pattern) => pattern.test(value)).length
}

/** Shannon entropy in bits a character. */
function entropy(value: string): number {
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  const length = [...counts.values()].reduce((sum, count) => sum + count, 0)
  let bits = 0
  for (const count of counts.values()) bits -= (count / length) * Math.log2(count / length)
  return bits
}

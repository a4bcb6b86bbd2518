/** Where a text stops being JSON: 1-based line and column, and the offset in UTF-16 units. */
export interface JsonErrorPlace {
  readonly line: number
  readonly column: number
  readonly offset: number
}

const SPACE = /[ \t\n\r]*/y
const SCALAR = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const STRING_START = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y

/**
 * Finds the first place that makes a text no JSON. V8 gives a position for some errors only, and in
 * words that change between versions.
 */
export function findJsonError(text: string): JsonErrorPlace | undefined {
  const offset = new Scanner(text).scan()
  if (offset === undefined) return undefined
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: offset - lineStart + 1, offset }
}

// An explicit stack of open brackets, since nesting may be deeper than the call stack.
class Scanner {
  readonly #text: string
  readonly #open: ('{' | '[')[] = []
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Offset of the first error. */
  scan(): number | undefined {
    let expectsValue = true
    do {
      this.#skip(SPACE)
      const isFine = expectsValue ? this.#value() : this.#afterValue()
      if (!isFine) return this.#at
      expectsValue = this.#expectsValue
    } while (expectsValue || this.#open.length > 0)
    this.#skip(SPACE)
    return this.#at < this.#text.length ? this.#at : undefined
  }

  #expectsValue = true

  /** A scalar, or the opening of an object or list together with its closing where it is empty. */
  #value(): boolean {
    const next = this.#text[this.#at]
    if (next !== '{' && next !== '[') {
      this.#expectsValue = false
      return next === '"' ? this.#string() : this.#skip(SCALAR)
    }
    this.#at++
    this.#open.push(next)
    this.#skip(SPACE)
    const isEmpty = this.#text[this.#at] === closing(next)
    this.#expectsValue = !isEmpty
    return isEmpty || next === '[' || this.#name()
  }

  /** A comma and what it promises, or a closing bracket. */
  #afterValue(): boolean {
    const inside = this.#open.at(-1)
    const next = this.#text[this.#at]
    if (inside !== undefined && next === closing(inside)) {
      this.#at++
      this.#open.pop()
      this.#expectsValue = false
      return true
    }
    if (next !== ',') return false
    this.#at++
    this.#skip(SPACE)
    this.#expectsValue = true
    return inside === '[' || this.#name()
  }

  /** `"name":` */
  #name(): boolean {
    if (this.#text[this.#at] !== '"' || !this.#string()) return false
    this.#skip(SPACE)
    if (this.#text[this.#at] !== ':') return false
    this.#at++
    return true
  }

  #string(): boolean {
    if (this.#skip(STRING)) return true
    this.#skip(STRING_START)
    return false
  }

  /** Steps over a match at the present place. */
  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match === null) return false
    this.#at += match[0].length
    return true
  }
}

function closing(bracket: '{' | '['): string {
  return bracket === '{' ? '}' : ']'
}

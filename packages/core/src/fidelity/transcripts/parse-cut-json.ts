import { endOfString } from './end-of-string.ts'

/** What could be read of a JSON document that is cut short or broken in the middle. */
export interface CutJson {
  readonly value: unknown
  readonly isBroken: boolean
}

/**
 * Parses a JSON document as far as it can be read. What stands before the fault is kept, its open lists and
 * objects closed; a member or string that the fault cut in two is left out.
 */
export function parseCutJson(text: string): CutJson {
  try {
    return { value: JSON.parse(text), isBroken: false }
  } catch {
    return { value: readAsFar(text), isBroken: true }
  }
}

/** Keeps a stack of its own, so that no nesting is too deep, and stops at the first fault. */
function readAsFar(text: string): unknown {
  const open: Container[] = []
  let root: unknown
  for (const token of tokensOf(text)) {
    const top = open.at(-1)
    if (token === '}' || token === ']') {
      if (top?.close !== token) break
      open.pop()
      if (open.length === 0) break
      continue
    }
    if (top?.close === '}' && top.name === undefined) {
      const name = parseScalar(token)
      if (typeof name !== 'string') break
      top.name = name
      continue
    }
    const container = openContainer(token)
    const value = container?.value ?? parseScalar(token)
    if (value === undefined) break
    if (top === undefined) root = value
    else top.add(value)
    if (container === undefined && top === undefined) break
    if (container !== undefined) open.push(container)
  }
  return root
}

/** Marks, whole strings, numbers and literals in their order; what separates them says nothing more. */
function* tokensOf(text: string): Generator<string> {
  for (let index = 0; index < text.length; ) {
    const mark = text.charAt(index)
    if (SEPARATORS.has(mark)) index++
    else if (BRACKETS.has(mark)) {
      yield mark
      index++
    } else if (mark === '"') {
      const end = endOfString(text, index)
      if (end === undefined) return
      yield text.slice(index, end + 1)
      index = end + 1
    } else {
      SCALAR.lastIndex = index
      const scalar = SCALAR.exec(text)?.[0]
      if (scalar === undefined) return
      yield scalar
      index += scalar.length
    }
  }
}

interface Container {
  readonly close: '}' | ']'
  readonly value: unknown
  readonly add: (value: unknown) => void
  /** Of an object: the member whose value comes next. */
  name?: string | undefined
}

function openContainer(token: string): Container | undefined {
  if (token === '[') {
    const list: unknown[] = []
    return { close: ']', value: list, add: (value) => list.push(value) }
  }
  if (token !== '{') return undefined
  const members: Record<string, unknown> = {}
  return {
    close: '}',
    value: members,
    add(value) {
      if (this.name === '__proto__') {
        // An assignment would set the prototype.
        Object.defineProperty(members, this.name, {
          value,
          enumerable: true,
          configurable: true,
          writable: true,
        })
      } else if (this.name !== undefined) members[this.name] = value
      this.name = undefined
    },
  }
}

function parseScalar(token: string): unknown {
  try {
    return JSON.parse(token)
  } catch {
    return undefined
  }
}

const SEPARATORS = new Set([' ', '\t', '\n', '\r', ',', ':', '\ufeff'])
const BRACKETS = new Set(['{', '}', '[', ']'])
// At the very end a number may have been cut, so something must follow it.
const SCALAR = /(?:true|false|null|-?\d[\d.eE+-]*)(?=[\s,}\]])/y

import { isJsonObject, type Json } from '@varve/core'

export interface ParsedToml {
  readonly value: { readonly [name: string]: Json }
  /** 1-based numbers of lines that are not understood: dates, text over several lines. */
  readonly unread: readonly number[]
}

type Table = { [name: string]: Json | Table }

const NAME = /^(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')/

/**
 * Reads the TOML that configuration files are written in: tables, strings, numbers, truth values,
 * lists and inline tables on one line. A line of any other kind is named and passed over.
 */
export function parseToml(text: string): ParsedToml {
  const root = emptyTable()
  const unread: number[] = []
  let table: Table | undefined = root
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#')) continue
    const header = /^\[([^[\]]+)\]\s*(?:#.*)?$/.exec(trimmed)?.[1]
    if (header !== undefined) {
      const path = namesIn(header)
      table = path === undefined ? undefined : tableAt(root, path)
      if (table === undefined) unread.push(index + 1)
    } else if (table === undefined || !assign(table, trimmed)) unread.push(index + 1)
  }
  return { value: root as ParsedToml['value'], unread }
}

function assign(table: Table, line: string): boolean {
  const reader = new ValueReader(line)
  const path = reader.path()
  if (path === undefined || !reader.takes('=')) return false
  const value = reader.value()
  const name = path.at(-1)
  const holder = tableAt(table, path.slice(0, -1))
  if (value === undefined || name === undefined || holder === undefined || !reader.isAtEnd()) return false
  holder[name] = value
  return true
}

// Without a prototype, so that a name like `__proto__` is a name like any other.
function emptyTable(): Table {
  return Object.create(null) as Table
}

function tableAt(root: Table, path: readonly string[]): Table | undefined {
  let table = root
  for (const name of path) {
    table[name] ??= emptyTable()
    const inner: unknown = table[name]
    if (!isJsonObject(inner)) return undefined
    table = inner as Table
  }
  return table
}

function namesIn(header: string): readonly string[] | undefined {
  const reader = new ValueReader(header.trim())
  const path = reader.path()
  return reader.isAtEnd() ? path : undefined
}

class ValueReader {
  #left: string

  constructor(text: string) {
    this.#left = text
  }

  isAtEnd(): boolean {
    return /^\s*(?:#.*)?$/.test(this.#left)
  }

  takes(mark: string): boolean {
    this.#left = this.#left.trimStart()
    if (!this.#left.startsWith(mark)) return false
    this.#left = this.#left.slice(mark.length).trimStart()
    return true
  }

  path(): readonly string[] | undefined {
    const names: string[] = []
    do {
      const name = this.#take(NAME)
      if (name === undefined) return undefined
      names.push(name.replace(/^(["'])(.*)\1$/, '$2'))
    } while (this.takes('.'))
    return names
  }

  value(): Json | undefined {
    if (this.takes('[')) return this.#list()
    if (this.takes('{')) return this.#inlineTable()
    const quoted = this.#take(/^"(?:[^"\\]|\\.)*"/)
    if (quoted !== undefined) return unescaped(quoted)
    const literal = this.#take(/^'[^']*'/)
    if (literal !== undefined) return literal.slice(1, -1)
    const word = this.#take(/^[^\s,\]}#]+/)
    if (word === 'true' || word === 'false') return word === 'true'
    return word !== undefined && /^[+-]?\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word)
      ? Number(word.replaceAll('_', ''))
      : undefined
  }

  #list(): Json | undefined {
    const items: Json[] = []
    while (!this.takes(']')) {
      const item = this.value()
      if (item === undefined) return undefined
      items.push(item)
      if (!this.takes(',') && !this.#left.startsWith(']')) return undefined
    }
    return items
  }

  #inlineTable(): Json | undefined {
    const table = emptyTable()
    while (!this.takes('}')) {
      const path = this.path()
      const value = path !== undefined && this.takes('=') ? this.value() : undefined
      if (value === undefined || path?.length !== 1) return undefined
      table[path[0] ?? ''] = value
      if (!this.takes(',') && !this.#left.startsWith('}')) return undefined
    }
    return table as Json
  }

  #take(pattern: RegExp): string | undefined {
    const found = pattern.exec(this.#left)?.[0]
    if (found !== undefined) this.#left = this.#left.slice(found.length)
    return found
  }
}

function unescaped(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return undefined
  }
}

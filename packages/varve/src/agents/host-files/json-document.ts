import type { Json } from '@varve/core'
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { HostFileProblem } from './host-file-error.ts'

/** A JSON file with the places of its values: comments and trailing commas are allowed. */
export interface JsonDocument {
  readonly text: string
  /** Length of the byte order mark. */
  readonly start: number
  /** Undefined where there is nothing but blanks. */
  readonly root: Node | undefined
}

/** Throws `HostFileProblem` where the text is no JSON object. */
export function parseJsonDocument(text: string): JsonDocument {
  const start = text.startsWith('\uFEFF') ? 1 : 0
  // The parser counts from where it begins: a blank in the mark's place keeps every offset.
  const readable = start === 1 ? ` ${text.slice(1)}` : text
  if (readable.trim() === '') return { text, start, root: undefined }
  const errors: ParseError[] = []
  const root = parseTree(readable, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error !== undefined) {
    const { line, column } = positionOf(text, error.offset)
    throw new HostFileProblem(
      'unreadable',
      `no JSON: ${printParseErrorCode(error.error)} at line ${line}, column ${column}`,
    )
  }
  if (root?.type !== 'object') throw new HostFileProblem('unreadable', 'its JSON is no object')
  return { text, start, root }
}

/** The value that the names lead to, or undefined. Throws where a name stands twice, or leads through something else. */
export function findNode(document: JsonDocument, at: readonly string[]): Node | undefined {
  let node = document.root
  for (const [depth, name] of at.entries()) {
    if (node === undefined) return undefined
    if (node.type !== 'object') {
      throw new HostFileProblem('clash', `${at.slice(0, depth).join('.')} is no object`)
    }
    const found: readonly Node[] = (node.children ?? []).filter((property) => keyOf(property) === name)
    if (found.length > 1) {
      throw new HostFileProblem('unreadable', `${at.slice(0, depth + 1).join('.')} stands there twice`)
    }
    node = found[0]?.children?.[1]
  }
  return node
}

/** The list that the names lead to. */
export function findList(document: JsonDocument, at: readonly string[]): Node | undefined {
  const node = findNode(document, at)
  if (node !== undefined && node.type !== 'array') {
    throw new HostFileProblem('clash', `${at.join('.')} is no list`)
  }
  return node
}

export function keyOf(property: Node): string {
  return String(property.children?.[0]?.value)
}

export function jsonOf(node: Node): Json {
  switch (node.type) {
    case 'object':
      return Object.fromEntries(
        (node.children ?? []).map((property) => {
          const value = property.children?.[1]
          return [keyOf(property), value === undefined ? null : jsonOf(value)]
        }),
      )
    case 'array':
      return (node.children ?? []).map(jsonOf)
    default:
      return node.value as Json
  }
}

export function endOf(node: Node): number {
  return node.offset + node.length
}

function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

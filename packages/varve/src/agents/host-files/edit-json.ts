import type { Json } from '@varve/core'
import type { Node } from 'jsonc-parser'
import { endOf, findNode, type JsonDocument, parseJsonDocument } from './json-document.ts'
import { inlineJson, isSpread, type JsonStyle, readJsonStyle, spreadJson } from './json-style.ts'

/** Adds a named value at the end of the object that the names lead to, which is made where absent. */
export function addMember(text: string, at: readonly string[], value: Json): string {
  const holder = at.slice(0, -1)
  const name = at.at(-1) ?? ''
  const document = parseJsonDocument(text)
  if (document.root === undefined) return newDocument(document, nested(at, value))
  const node = findNode(document, holder)
  if (node === undefined) return addMember(text, holder, { [name]: value })
  return addItem(document, node, name, value)
}

/** Adds a value at the end of the list that the names lead to, which is made where absent. */
export function addElement(text: string, at: readonly string[], value: Json): string {
  const document = parseJsonDocument(text)
  const node = findNode(document, at)
  return node === undefined ? addMember(text, at, [value]) : addItem(document, node, undefined, value)
}

/** Puts another value in the place of one. */
export function replaceNode(document: JsonDocument, node: Node, value: Json): string {
  const style = readJsonStyle(document)
  const { text } = document
  const old = text.slice(node.offset, endOf(node))
  const written =
    old.includes('\n') || style.isSpread
      ? spreadJson(value, style, marginAt(text, node.offset))
      : inlineJson(value, style)
  return splice(text, node.offset, endOf(node), written)
}

/** Takes a value or a property out of the list or object that holds it, with the comma that it needed. */
export function removeNode(document: JsonDocument, holder: Node, node: Node): string {
  const { text } = document
  const siblings = holder.children ?? []
  const index = siblings.indexOf(node)
  const before = siblings[index - 1]
  const from = node.offset - blanksBefore(text, node.offset)
  const comma = findComma(text, endOf(node), siblings[index + 1]?.offset ?? endOf(holder) - 1)
  if (comma !== undefined) {
    // The first of one line takes the blank after its comma along.
    const isFirstOfLine = index === 0 && siblings.length > 1 && isSpread(text, holder) === false
    const to = comma + 1 + (isFirstOfLine ? (/^ */.exec(text.slice(comma + 1))?.[0].length ?? 0) : 0)
    return collapse(splice(text, from, to, ''), holder, siblings.length)
  }
  const without = splice(text, from, endOf(node), '')
  if (before === undefined) return collapse(without, holder, siblings.length)
  const needed = findComma(text, endOf(before), node.offset)
  return needed === undefined ? without : splice(without, needed, needed + 1, '')
}

/** What held one value and blanks holds nothing. */
function collapse(text: string, holder: Node, held: number): string {
  if (held > 1) return text
  const inner = /^.(\s*)[\]}]/.exec(text.slice(holder.offset))?.[1]
  return inner === undefined ? text : splice(text, holder.offset + 1, holder.offset + 1 + inner.length, '')
}

function addItem(document: JsonDocument, holder: Node, name: string | undefined, value: Json): string {
  const style = readJsonStyle(document)
  const { text } = document
  const key = name === undefined ? '' : `${JSON.stringify(name)}:`
  const last = holder.children?.at(-1)
  const close = endOf(holder) - 1
  if (!(isSpread(text, holder) ?? style.isSpread)) {
    const item = key + (key !== '' && style.isSpaced ? ' ' : '') + inlineJson(value, style)
    return last === undefined
      ? splice(text, holder.offset + 1, close, item)
      : append(text, last, close, (style.isSpaced ? ' ' : '') + item)
  }
  const outer = marginAt(text, holder.offset)
  const margin = last === undefined ? outer + style.indent : marginAt(text, last.offset)
  const item = `${style.lineEnd}${margin}${key}${key === '' ? '' : ' '}${spreadJson(value, style, margin)}`
  return last === undefined
    ? fill(text, holder, item, style.lineEnd + outer)
    : append(text, last, close, item)
}

/** Behind the last value and what is said about it, before the blanks that lead to the end. */
function append(text: string, last: Node, close: number, item: string): string {
  const end = close - blanksBefore(text, close)
  const comma = findComma(text, endOf(last), close)
  if (comma !== undefined) return splice(text, end, end, `${item},`)
  return splice(splice(text, end, end, item), endOf(last), endOf(last), ',')
}

function fill(text: string, holder: Node, item: string, closing: string): string {
  const close = endOf(holder) - 1
  const end = close - blanksBefore(text, close)
  return splice(text, end, close, item + closing)
}

function newDocument({ text, start }: JsonDocument, value: Json): string {
  const style: JsonStyle = {
    indent: '  ',
    lineEnd: text.includes('\r\n') ? '\r\n' : '\n',
    isSpread: true,
    isSpaced: true,
  }
  return `${text.slice(0, start)}${spreadJson(value, style, '')}${style.lineEnd}`
}

function nested(at: readonly string[], value: Json): Json {
  return at.reduceRight<Json>((inner, name) => ({ [name]: inner }), value)
}

/** The blanks that the line of an offset begins with. */
function marginAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return /^[ \t]*/.exec(line.replace('\uFEFF', ''))?.[0] ?? ''
}

function blanksBefore(text: string, offset: number): number {
  return /\s*$/.exec(text.slice(0, offset))?.[0].length ?? 0
}

const COMMENT_OR_BLANK = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\s+/y

/** Where a comma stands between two offsets, outside of comments. */
function findComma(text: string, from: number, to: number): number | undefined {
  let at = from
  while (at < to) {
    if (text[at] === ',') return at
    COMMENT_OR_BLANK.lastIndex = at
    const skipped = COMMENT_OR_BLANK.exec(text)
    if (skipped === null) return undefined
    at += skipped[0].length
  }
  return undefined
}

function splice(text: string, from: number, to: number, inserted: string): string {
  return text.slice(0, from) + inserted + text.slice(to)
}

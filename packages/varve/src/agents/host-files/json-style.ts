import type { Json } from '@varve/core'
import type { Node } from 'jsonc-parser'
import type { JsonDocument } from './json-document.ts'
import { endOf } from './json-document.ts'

/** How a file writes its JSON, so that what is added looks like the rest. */
export interface JsonStyle {
  readonly indent: string
  readonly lineEnd: string
  /** Whether its outermost values stand on lines of their own. */
  readonly isSpread: boolean
  /** Whether a blank follows a colon or comma on one line. */
  readonly isSpaced: boolean
}

export function readJsonStyle({ text, root }: JsonDocument): JsonStyle {
  const first = root?.children?.[0]
  const indent = first && /(?:^|\n)([ \t]+)$/.exec(text.slice(0, first.offset))?.[1]
  return {
    indent: indent ?? '  ',
    lineEnd: text.includes('\r\n') ? '\r\n' : '\n',
    isSpread: root === undefined || isSpread(text, root) !== false,
    isSpaced: /": /.test(text) || !text.includes('":'),
  }
}

/** Whether the values of a list or object stand on lines of their own; undefined where it has none. */
export function isSpread(text: string, container: Node): boolean | undefined {
  const first = container.children?.[0]
  const last = container.children?.at(-1)
  if (first === undefined || last === undefined) return undefined
  return (
    text.slice(container.offset, first.offset).includes('\n') ||
    text.slice(endOf(last), endOf(container)).includes('\n')
  )
}

/** A value over several lines, the second and later ones behind `margin`. */
export function spreadJson(value: Json, style: JsonStyle, margin: string): string {
  return JSON.stringify(value, undefined, style.indent).replaceAll('\n', style.lineEnd + margin)
}

export function inlineJson(value: Json, style: JsonStyle): string {
  const blank = style.isSpaced ? ' ' : ''
  if (Array.isArray(value)) return `[${value.map((each) => inlineJson(each, style)).join(`,${blank}`)}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, each]) => `${JSON.stringify(name)}:${blank}${inlineJson(each, style)}`,
  )
  return `{${members.join(`,${blank}`)}}`
}

import { parse as parseToml } from 'smol-toml'
import type { BlockMarks, BlockPiece } from '../agent.ts'
import { HostFileProblem } from './host-file-error.ts'

interface Block {
  readonly from: number
  /** Behind the line of the closing mark. */
  readonly to: number
}

/** Puts our block into a text: in its old place, else at the end. */
export function putBlock(text: string, piece: BlockPiece): string {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  const block = findBlock(text, piece.marks)
  const rest = block === undefined ? text : text.slice(0, block.from) + text.slice(block.to)
  refuseClash(rest, piece.marks)
  if (piece.isSaidBy?.(rest) === true) return text
  const written = [piece.marks.opens, ...piece.text.split('\n'), piece.marks.closes].join(lineEnd)
  if (block !== undefined) {
    const isLast = block.to === text.length && !text.endsWith('\n')
    return text.slice(0, block.from) + written + (isLast ? '' : lineEnd) + text.slice(block.to)
  }
  const isEmpty = text.replace('\uFEFF', '') === ''
  const gap = isEmpty ? '' : text.endsWith('\n') ? lineEnd : lineEnd + lineEnd
  return `${text}${gap}${written}${lineEnd}`
}

/** Takes our block out, with the blank line that set it apart. */
export function removeBlock(text: string, marks: BlockMarks): string {
  const block = findBlock(text, marks)
  if (block === undefined) return text
  const before = text.slice(0, block.from)
  return before.replace(/(^|\n)\r?\n$/, '$1') + text.slice(block.to)
}

export function hasBlock(text: string, piece: BlockPiece): 'present' | 'outdated' | 'absent' {
  const block = findBlock(text, piece.marks)
  if (block === undefined) return piece.isSaidBy?.(text) === true ? 'present' : 'absent'
  return putBlock(text, piece) === text ? 'present' : 'outdated'
}

/** Throws where a mark has no partner, or the block stands there twice: what is between may be anybody's. */
function findBlock(text: string, marks: BlockMarks): Block | undefined {
  const opening = linesThatAre(text, marks.opens)
  const closing = linesThatAre(text, marks.closes)
  const [open] = opening
  const close = closing.find((line) => open !== undefined && line.from > open.from)
  if (opening.length === 0 && (closing.length === 0 || marks.closes === SHARED_END)) return undefined
  if (open === undefined || close === undefined || opening.length > 1) {
    throw new HostFileProblem('unreadable', `the block from "${marks.opens}" to "${marks.closes}" is damaged`)
  }
  return { from: open.from, to: close.to }
}

/** Ends blocks of several kinds, so that one alone says nothing. */
const SHARED_END = '<!-- varve:end -->'

function linesThatAre(text: string, mark: string): readonly Block[] {
  const found: Block[] = []
  let from = 0
  while (from < text.length) {
    const feed = text.indexOf('\n', from)
    const to = feed < 0 ? text.length : feed + 1
    if (text.slice(from, to).replace('\uFEFF', '').trim() === mark) found.push({ from, to })
    from = to
  }
  return found
}

/** Throws where the text is no TOML, or has the table already. */
function refuseClash(rest: string, { tomlTable }: BlockMarks): void {
  if (tomlTable === undefined) return
  const [group, name] = tomlTable
  const tables = readToml(rest)[group]
  if (typeof tables !== 'object' || tables === null) {
    if (tables === undefined) return
    throw new HostFileProblem('clash', `${group} is no table`)
  }
  if (name in tables)
    throw new HostFileProblem('clash', `it has a [${group}.${name}] that isn't of Varve's making`)
}

function readToml(text: string): Readonly<Record<string, unknown>> {
  try {
    return parseToml(text.replace('\uFEFF', ''))
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('\n') : []
    throw new HostFileProblem('unreadable', `no TOML: ${reason}`)
  }
}

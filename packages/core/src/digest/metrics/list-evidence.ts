import type { Anchor } from '../../guard/anchors/anchor.ts'
import { isCodeBlock } from '../../guard/anchors/is-code-block.ts'
import { latinProfileOf } from '../../guard/language/profiles.ts'
import type { ReadStatement } from '../../guard/rewrite/read-statement.ts'

const HEADING = /^#{1,6}\s/
const BOLD_LINE = /^(\*\*|__)(?!\s).*\1:?$/
const TABLE_HEAD_RULE = /^\|?[\s:|-]*-[\s:|-]*$/
const AFTER_BOX = /\[[ xX]\] $/
const ORDINAL_MARK = /^[.)]\s/
/** What stands in brackets is no part of a title. */
const ASIDE = /\([^)]*\)/g
const WORDS = /\p{L}[\p{L}\p{N}'’-]*/gu

/**
 * The anchors of a source that a digest should have. The guard keeps two texts apart by any capital and
 * by any block of code; what an agent would miss is less: not the words of a heading in title case, nor
 * the first word after a check box, nor the numbers of a list, nor an example of several lines.
 */
export function listEvidence(statement: ReadStatement, opensWithHeading: boolean): readonly Anchor[] {
  const titles = titleLines(statement, opensWithHeading)
  const isInTitle = ({ start }: Anchor): boolean =>
    titles.some((line) => start >= line.start && start < line.end)
  return statement.anchors.filter((anchor) => {
    switch (anchor.type) {
      case 'name':
        return !isInTitle(anchor) && !AFTER_BOX.test(statement.text.slice(0, anchor.start))
      case 'num':
        return !isListNumber(anchor, statement.prepared)
      case 'str':
        return !isExample(anchor)
      default:
        return true
    }
  })
}

interface Line {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Headings, lines in bold and heads of tables whose every word of weight has a capital. */
function titleLines({ prepared, language }: ReadStatement, opensWithHeading: boolean): readonly Line[] {
  const { functionWords } = latinProfileOf(language)
  const isTitle = ({ text }: Line): boolean => {
    const weighty = (text.replace(ASIDE, '').match(WORDS) ?? []).filter(
      (word) => !functionWords.has(word.toLowerCase()),
    )
    return weighty.every((word) => word.charAt(0) !== word.charAt(0).toLowerCase())
  }
  const lines = linesOf(prepared)
  const isHeading = ({ text }: Line, index: number): boolean =>
    (index === 0 && opensWithHeading) ||
    HEADING.test(text) ||
    BOLD_LINE.test(text.trim()) ||
    (text.includes('|') && TABLE_HEAD_RULE.test(lines[index + 1]?.text ?? ''))
  return lines.filter((line, index) => isHeading(line, index) && isTitle(line))
}

function linesOf(text: string): readonly Line[] {
  let start = 0
  return text.split('\n').map((line) => {
    const at = start
    start += line.length + 1
    return { text: line, start: at, end: at + line.length }
  })
}

function isListNumber({ start, end }: Anchor, prepared: string): boolean {
  const before = prepared.slice(prepared.lastIndexOf('\n', start - 1) + 1, start)
  return before.trim() === '' && ORDINAL_MARK.test(prepared.slice(end, end + 2))
}

/** A block of one line, or of a shell's, is what to run; any other shows what something looks like. */
function isExample(anchor: Anchor): boolean {
  if (!isCodeBlock(anchor)) return false
  const [opening = '', ...lines] = anchor.raw.split('\n')
  const isToRun = SHELLS.test(opening) && !lines.some((line) => line.trimStart().startsWith('#'))
  return !isToRun && lines.length > ONE_LINE
}

const SHELLS = /^`{3,}\s*(?:sh|bash|zsh|shell)\b/
/** That line, and the end of the block. */
const ONE_LINE = 2

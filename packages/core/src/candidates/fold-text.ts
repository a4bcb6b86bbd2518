import { prepareText } from '../guard/normalise/prepare-text.ts'
import { isWide, unitLength } from './wide-script.ts'

/** Texts are told apart by their first part: past it the guard compares whole keys only. */
const MAX_UNITS = 32_768
const SPACES = / {2,}/g
const UNSEEN = /[`*\n\u3001\u3002\u30fb]+/g

/**
 * The text as similarity sees it: prepared, in lower case, without code and emphasis marks, a space
 * at both ends and between scripts. Coarser than any key, because it only finds what to compare.
 */
export function foldText(text: string): string {
  const prepared = prepareText(text).slice(0, MAX_UNITS)
  const plain = prepared.toLowerCase().replace(UNSEEN, (marks) => (/^[`*]+$/.test(marks) ? '' : ' '))
  return ` ${spaceScripts(plain).replace(SPACES, ' ').trim()} `
}

function spaceScripts(text: string): string {
  let spaced = ''
  let copied = 0
  let before: boolean | undefined
  for (let position = 0; position < text.length; ) {
    const unit = text.charCodeAt(position)
    const wide = isWide(unit)
    if (before !== undefined && before !== wide) {
      spaced += `${text.slice(copied, position)} `
      copied = position
    }
    before = wide
    position += unitLength(unit)
  }
  return copied === 0 ? text : spaced + text.slice(copied)
}

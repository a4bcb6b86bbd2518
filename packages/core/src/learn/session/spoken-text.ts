import { findOwnText, withoutOwnText } from '../../render/own/find-own-text.ts'

/** What hosts put between the words of a person: reminders, the files that were opened, images. */
const HOST_BLOCKS =
  /<(system[-_]reminder|ide_[a-z_]+|environment_context|user_info|attached_files|manually_attached_skills|local-command-[a-z]+|command-[a-z]+|bash-[a-z]+|task-notification|varve-context)\b[^>]*>[\s\S]*?(?:<\/\1>|$)/g
const USER_QUERY = /<\/?user_query>/g
const IMAGE_MARK = /\[Image(?::[^\]]*| #\d+)?\]/g
const FENCE = /^ {0,3}(```|~~~)[\s\S]*?(?:^ {0,3}\1[^\n]*$|$(?![\s\S]))/gm

/** The words of a person alone: without what hosts and Varve itself put in, and without quoted code. */
export function spokenText(text: string): string {
  const cleared = text.replace(HOST_BLOCKS, '\n').replace(USER_QUERY, '').replace(IMAGE_MARK, '')
  const own = findOwnText(cleared)
  const rest = own === undefined ? cleared : own.isWhole ? '' : withoutOwnText(cleared, own)
  return rest
    .replace(FENCE, '\n')
    .split('\n')
    .filter((line) => !/^\s*>/.test(line))
    .join('\n')
    .trim()
}

const MOST_LINES = 15
const MOST_LENGTH = 2000

/** Whether a text was pasted rather than typed: its first and its last line may still say what for. */
export function isPasted(text: string): boolean {
  return text.length > MOST_LENGTH || text.split('\n').length > MOST_LINES
}

/** What may be learnt from in a text: all of it, or the first and last line of a paste. */
export function statedLines(text: string): readonly string[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (!isPasted(text)) return lines
  return [...new Set([lines[0] ?? '', lines.at(-1) ?? ''])]
}

/** Sentences of a line: cut at marks that end one, not inside code, quotes, names or numbers. */
export function sentencesOf(line: string): readonly string[] {
  const sentences: string[] = []
  let start = 0
  let quote = ''
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at)
    if (quote !== '') {
      if (character === quote) quote = ''
      continue
    }
    if (character === '`' || character === '"' || character === '“') {
      quote = character === '“' ? '”' : character
      if (line.indexOf(quote, at + 1) < 0) quote = ''
      continue
    }
    if (isEnd(line, at)) {
      sentences.push(line.slice(start, at + 1))
      start = at + 1
    }
  }
  sentences.push(line.slice(start))
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '')
}

function isEnd(line: string, at: number): boolean {
  const character = line.charAt(at)
  if ('。！？'.includes(character)) return true
  if (!'.!?'.includes(character)) return false
  const next = line.charAt(at + 1)
  if (next !== '' && next !== ' ' && next !== '\t') return false
  return !/(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|nr|z\.B))\.$/i.test(line.slice(0, at + 1)) || next === ''
}

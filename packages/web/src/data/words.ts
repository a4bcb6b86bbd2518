import type { EntryEntity, HiddenReason, ListedEntry, LogOperation, WindowLevel } from './answers.ts'

const SHORT_ID = 8
const LINE = 240

/** Signs of Markdown that say nothing in a line of their own. */
const FENCE = /```[\w-]*/g
const MARKS = /\*\*|__|^\s*(?:#{1,6}|[-*>])\s+/g

/** An entry by one line: its title, or how its text begins. */
export function headline({
  type,
  title,
  content,
  purged,
}: Pick<ListedEntry, 'type' | 'title' | 'content' | 'purged'>): string {
  if (purged) return `Erased: ${purged.reason}`
  return title === undefined ? plainLine(content) : noteLine(type, title)
}

/** What a note of a type is called, as one line: a digest of a section by its own heading, not by those above it. */
export function noteLine(type: string, text: string): string {
  return plainLine(type === 'digest' ? lastHeading(text) : text)
}

/** How a text begins, as one line without the signs of Markdown; code keeps its own. */
export function plainLine(text: string): string {
  const plain = text.slice(0, LINE).replace(FENCE, '').replace(MARKS, '').replace(/\s+/g, ' ').trim()
  return withoutHalfCode(plain) || text.slice(0, LINE).trim() || 'No text'
}

/** The sign of code that was cut off marks nothing. */
function withoutHalfCode(line: string): string {
  if (line.split('`').length % 2 === 1) return line
  const last = line.lastIndexOf('`')
  return line.slice(0, last) + line.slice(last + 1)
}

/** What an entry speaks of, in a few words: of headings the last one. */
export function aboutOf({ kind, name }: EntryEntity): string {
  return plainLine(kind === 'section' ? lastHeading(name) : name)
    .replaceAll('`', '')
    .replace(/:$/, '')
}

function lastHeading(path: string): string {
  return path.split(' › ').at(-1) ?? path
}

export function shortId(id: string): string {
  return id.slice(0, SHORT_ID)
}

/** What happened to an entry that isn't shown, as the rest of “It was …”. */
export const WHY_HIDDEN: Readonly<Record<HiddenReason, string>> = {
  superseded: 'replaced',
  duplicate: 'said again',
  contradicted: 'contradicted',
  merged: 'merged',
  digested: 'pressed into a digest',
  retracted: 'retracted',
  forgotten: 'forgotten',
  dissolved: 'dissolved',
}

const OPERATIONS: Readonly<Record<string, string>> = {
  'entry.add': 'added',
  'entry.revise': 'changed',
  'entry.retract': 'retracted',
  'entry.restore': 'restored',
  'learning.sight': 'stated again',
  'learning.override': 'held otherwise',
}

/** What a step did to an entry. A flag is what it says: `buried`, `no longer stale`. */
export function operationWord({ op, kind, withdrawn }: LogOperation): string {
  if (withdrawn) return 'sighting withdrawn'
  if (op === 'flag.set') return kind ?? 'flagged'
  if (op === 'flag.clear') return `no longer ${kind ?? 'flagged'}`
  return OPERATIONS[op] ?? op
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** `812`, `4.1k`, `84k`, `1.3M` */
export function tokensOf(count: number): string {
  if (count < 1000) return String(Math.round(count))
  if (count >= 999_500) return `${(count / 1_000_000).toFixed(1)}M`
  return `${(count / 1000).toFixed(count < 10_000 ? 1 : 0)}k`
}

/** How much of a part is sent. */
export const LEVEL_WORDS: Readonly<Record<WindowLevel, string>> = {
  full: 'in full',
  compressed: 'compressed',
  placeholder: 'left out',
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

export function dayOf(instant: string): string {
  return DAY.format(new Date(instant))
}

export function momentOf(instant: string): string {
  return MOMENT.format(new Date(instant))
}

import type { EntryEntity, HiddenReason, ListedEntry } from './answers.ts'

const SHORT_ID = 8
const LINE = 240

/** Signs of Markdown that say nothing in a line of their own. */
const FENCE = /```[\w-]*/g
const MARKS = /\*\*|__|^\s*(?:#{1,6}|[-*>])\s+/g

/** An entry by one line: its title, or how its text begins. */
export function headline({
  title,
  content,
  purged,
}: Pick<ListedEntry, 'title' | 'content' | 'purged'>): string {
  if (purged) return `Erased: ${purged.reason}`
  return plainLine(title ?? content)
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
  const last = kind === 'section' ? (name.split(' › ').at(-1) ?? name) : name
  return plainLine(last).replaceAll('`', '').replace(/:$/, '')
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

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** `812`, `4.1k`, `84k`, `1.3M` */
export function tokensOf(count: number): string {
  if (count < 1000) return String(Math.round(count))
  if (count >= 999_500) return `${(count / 1_000_000).toFixed(1)}M`
  return `${(count / 1000).toFixed(count < 10_000 ? 1 : 0)}k`
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

export function dayOf(instant: string): string {
  return DAY.format(new Date(instant))
}

export function momentOf(instant: string): string {
  return MOMENT.format(new Date(instant))
}

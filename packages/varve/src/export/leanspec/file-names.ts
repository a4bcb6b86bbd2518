import { type Entry, formatInstant, sha256 } from '@varve/core'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const FIRST_DIGITS = 8
const MORE_DIGITS = 4

/** `2026-03-07T14-30-00.000Z-a1b2c3d4.json`: longer where that name is taken. Takes the name. */
export function takeFileName(entry: Pick<Entry, 'id' | 'created'>, taken: Set<string>): string {
  const date = formatInstant(entry.created).replaceAll(':', '-')
  const digits = digitsOf(entry.id)
  for (let length = FIRST_DIGITS; ; length += MORE_DIGITS) {
    const name = `${date}-${digits.slice(0, length)}.json`
    if (taken.has(name.toLowerCase()) && length < digits.length) continue
    taken.add(name.toLowerCase())
    return name
  }
}

// An id of two entries is one entry, so its whole digits always tell it apart.
function digitsOf(id: string): string {
  const digits = UUID.test(id) ? id.replaceAll('-', '').toLowerCase() : ''
  return `${digits}${sha256(id)}`
}

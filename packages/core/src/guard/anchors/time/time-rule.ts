import { type AnchorRule, matchAt } from '../anchor-rule.ts'

const CLOCK = /(\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([ap]m)(?!\w))?(?![\w:])/iy
const HOUR = /(\d{1,2}) ?([ap]m)(?!\w)/iy
const ZONE = / ?(Z|UTC|GMT|JST|CET|CEST|EST|EDT|PST|PDT|MST|MDT|BST|IST|[+-]\d{2}:\d{2})(?!\w)/y
const NOON = 12

/** A time of day, with or without a zone; `2 pm` is `14:00`. */
export const timeRule: AnchorRule = {
  name: 'time',
  opens: ['integer', 'digit'],
  match(scan, start) {
    const clock = matchAt(CLOCK, scan, start)
    const hour = clock === undefined ? matchAt(HOUR, scan, start) : undefined
    const match = clock ?? hour
    if (match === undefined) return undefined
    const [minute, second, half] = clock === undefined ? ['00', undefined, hour?.[2]] : clock.slice(2)
    const hours = hours24(Number(match[1]), half)
    if (hours === undefined || Number(minute) > 59 || Number(second ?? 0) > 59) return undefined
    const end = start + match[0].length
    const zone = matchAt(ZONE, scan, end)
    const time = [String(hours).padStart(2, '0'), minute, ...(second === undefined ? [] : [second])].join(':')
    return zone === undefined
      ? { type: 'time', end, value: time }
      : { type: 'time', end: end + zone[0].length, value: `${time}@${zoneName(zone[1] ?? '')}` }
  },
}

function hours24(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour <= 24 ? hour : undefined
  if (hour < 1 || hour > NOON) return undefined
  return (hour % NOON) + (half.toLowerCase() === 'pm' ? NOON : 0)
}

function zoneName(zone: string): string {
  return zone === 'Z' || zone === 'GMT' ? 'UTC' : zone
}

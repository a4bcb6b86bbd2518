import { useEffect, useRef } from 'preact/hooks'
import { areSingleKeysOn } from './single-keys.tsx'

export type Keys = Readonly<Record<string, () => void>>

/** Keys that may be held down: they look further, and change nothing. */
const HELD = new Set(['j', 'k'])

/** Listens to single keys, but for those that are typed into a field or belong to the browser. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key.length === 1 && !areSingleKeysOn()) return
      const run = latest.current[event.key]
      if (run === undefined || (event.repeat && !HELD.has(event.key))) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}

import { useState } from 'preact/hooks'

const KEPT = 'varve-single-keys'
const OFF = 'off'

/** Whether single letters are keys: who speaks to their machine, or slips on it, can turn them off. */
export function areSingleKeysOn(): boolean {
  return document.documentElement.dataset.keys !== OFF
}

/** Turns keys of a single letter off and on again; the browser remembers it. */
export function SingleKeysSwitch() {
  const [isOn, setIsOn] = useState(() => {
    const kept = localStorage.getItem(KEPT) !== OFF
    mark(kept)
    return kept
  })
  const turn = () => {
    localStorage.setItem(KEPT, isOn ? OFF : 'on')
    mark(!isOn)
    setIsOn(!isOn)
  }
  return (
    <button type="button" class="keys-switch" aria-pressed={isOn} onClick={turn}>
      Single-letter keys
    </button>
  )
}

function mark(isOn: boolean): void {
  document.documentElement.dataset.keys = isOn ? 'on' : OFF
}

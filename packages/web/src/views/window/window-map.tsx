import type { WindowLevel, WindowMessage, WindowPart } from '../../data/answers.ts'
import { LEVEL_WORDS, tokensOf } from '../../data/words.ts'
import { bandsOf } from './bands-of.ts'

const LEVELS: readonly WindowLevel[] = ['full', 'compressed', 'placeholder']

interface WindowMapProps {
  readonly messages: readonly WindowMessage[]
  /** Of the whole window as recorded, with what goes with every call. */
  readonly size: number
  readonly onChoose: (key: string) => void
}

/** Every part by its size, in order, as it was and as it would be. What it says stands in the list below too. */
export function WindowMap({ messages, size, onChoose }: WindowMapProps) {
  const parts = messages.flatMap((message) => message.parts)
  const total = parts.reduce((sum, { tokens }) => sum + tokens, 0)
  const shown = parts.reduce((sum, part) => sum + part.shown, 0)
  return (
    <>
      <Strip
        label={`Parts as recorded, ${tokensOf(total)} tokens`}
        {...{ parts, total, onChoose }}
        sizeOf={(part) => part.tokens}
      />
      <Strip
        label={`Parts as fitted, ${tokensOf(shown)} tokens`}
        {...{ parts, total, onChoose }}
        sizeOf={(part) => part.shown}
      />
      <p class="legend quiet">
        {LEVELS.map((level) => (
          <span key={level}>
            <i class={`legend-level level-${level}`} /> {LEVEL_WORDS[level]}
          </span>
        ))}
      </p>
      {size - total >= 1 && (
        <p class="quiet">
          {tokensOf(size - total)} more go with every call: instructions, tools, and what frames the messages.
        </p>
      )}
    </>
  )
}

interface StripProps {
  readonly label: string
  readonly parts: readonly WindowPart[]
  readonly total: number
  readonly sizeOf: (part: WindowPart) => number
  readonly onChoose: (key: string) => void
}

function Strip({ label, parts, total, sizeOf, onChoose }: StripProps) {
  return (
    <figure class="strip-of">
      <figcaption class="quiet">{label}</figcaption>
      <div
        class="strip"
        aria-hidden="true"
        onClick={({ target }) => {
          const key = target instanceof HTMLElement ? target.dataset.key : undefined
          if (key !== undefined) onChoose(key)
        }}
      >
        {bandsOf(parts, sizeOf, total).map(({ part, size }) => (
          <i
            key={part.key}
            class={`level-${part.level}`}
            data-key={part.key}
            style={{ width: `${(100 * size) / Math.max(1, total)}%` }}
            title={`${part.kind} ${part.name} · ${part.why}`}
          />
        ))}
      </div>
    </figure>
  )
}

import type { WindowSize } from '../../data/answers.ts'
import { tokensOf } from '../../data/words.ts'

const WIDTH = 720
const HEIGHT = 200
const BOTTOM = 22
const TOP = 18

/** How large the window was at each call, and how large it would have been. */
export function SizesChart({ sizes }: { readonly sizes: readonly WindowSize[] }) {
  const most = sizes.reduce((largest, { raw, shown }) => Math.max(largest, raw, shown), 1)
  const x = (nth: number) => (nth / Math.max(1, sizes.length - 1)) * WIDTH
  const y = (tokens: number) => TOP + (1 - tokens / most) * (HEIGHT - BOTTOM - TOP)
  const line = (pick: (size: WindowSize) => number) =>
    sizes
      .map((size, nth) => `${nth === 0 ? 'M' : 'L'}${x(nth).toFixed(1)} ${y(pick(size)).toFixed(1)}`)
      .join('')
  const last = sizes.at(-1)
  const [raw, shown] = [last?.raw ?? 0, last?.shown ?? 0]
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Without Varve the window grows to ${tokensOf(raw)} tokens, with it to ${tokensOf(shown)}`}
      >
        <path class="chart-raw" d={line((size) => size.raw)} />
        <path class="chart-shown" d={line((size) => size.shown)} />
        {sizes.map(
          (size, nth) =>
            size.pass && (
              <line
                key={size.call}
                class="chart-pass"
                x1={x(nth)}
                x2={x(nth)}
                y1={HEIGHT - BOTTOM}
                y2={HEIGHT - BOTTOM + 8}
              />
            ),
        )}
        <line class="chart-ground" x1="0" x2={WIDTH} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM} />
      </svg>
      <figcaption class="legend quiet">
        <span>
          <i class="chart-key-raw" /> without: {tokensOf(raw)}
        </span>
        <span>
          <i class="chart-key-shown" /> with Varve: {tokensOf(shown)}
        </span>
        <span>marks at the foot are passes</span>
      </figcaption>
    </figure>
  )
}

import { useEffect, useState } from 'preact/hooks'
import type { WindowAnswer, WindowLevel, WindowMessage, WindowPart } from '../../data/answers.ts'
import { counted, tokensOf } from '../../data/words.ts'
import { Switch } from '../../parts/switch.tsx'
import { Original } from './original.tsx'

const STEP = 200
const LEVELS: Readonly<Record<WindowLevel, string>> = {
  full: 'in full',
  compressed: 'compressed',
  placeholder: 'left out',
}

interface Row {
  readonly part: WindowPart
  readonly message: WindowMessage
}

/** A part that was clicked on; the same again is another wish. */
export interface ChosenPart {
  readonly key: string
  readonly nth: number
}

interface WindowPartsProps {
  readonly answer: WindowAnswer
  /** The part that the map was asked for. */
  readonly chosen: ChosenPart | undefined
}

/** Every part of the window in words: how much of it is sent, why, and the original where it is asked for. */
export function WindowParts({ answer, chosen }: WindowPartsProps) {
  const [level, setLevel] = useState<WindowLevel | 'all'>('all')
  const [most, setMost] = useState(STEP)
  const all = answer.messages.flatMap((message) => message.parts.map((part): Row => ({ part, message })))
  const rows = all.filter(({ part }) => level === 'all' || part.level === level)
  useEffect(() => {
    if (chosen === undefined) return
    setLevel('all')
    setMost((before) => Math.max(before, all.findIndex(({ part }) => part.key === chosen.key) + 1))
  }, [chosen])
  const { full, compressed, placeholder } = answer.levels
  return (
    <section>
      <h2>Parts</h2>
      <Switch
        label="Which parts"
        value={level}
        choices={[
          ['all', `All ${all.length}`],
          ['full', `In full ${full}`],
          ['compressed', `Compressed ${compressed}`],
          ['placeholder', `Left out ${placeholder}`],
        ]}
        onChoose={setLevel}
      />
      {rows.length === 0 && <p class="quiet">Nothing of the window is like that.</p>}
      <ol class="window-parts">
        {rows.slice(0, most).map(({ part, message }) => (
          <PartRow
            key={part.key}
            part={part}
            message={message}
            session={answer.session}
            chosen={part.key === chosen?.key ? chosen.nth : undefined}
          />
        ))}
      </ol>
      {rows.length > most && (
        <button type="button" onClick={() => setMost(most + STEP)}>
          Show {counted(Math.min(STEP, rows.length - most), 'more', 'more')}
        </button>
      )}
    </section>
  )
}

interface PartRowProps extends Row {
  readonly session: string
  /** Another number whenever it was chosen again. */
  readonly chosen: number | undefined
}

function PartRow({ part, message: { number, role, human }, session, chosen }: PartRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (chosen === undefined) return
    setIsOpen(true)
    document.getElementById(`part-${part.key}`)?.scrollIntoView({ block: 'center' })
  }, [chosen])
  const { kind, name, begins, level, tokens, shown, why } = part
  return (
    <li id={`part-${part.key}`} class={human ? 'part-human' : ''}>
      <button
        type="button"
        class="part-head"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        data-row
      >
        <i class={`level level-${level}`} aria-hidden="true" />
        <span class="part-what">
          <span class="quiet">
            {number + 1}. {human ? 'person' : role}
          </span>{' '}
          <bdi>{begins || (name === '' ? kind : `${kind}: ${name}`)}</bdi>
        </span>
        <span class="part-size quiet">
          {level === 'full' ? tokensOf(tokens) : `${tokensOf(tokens)} → ${tokensOf(shown)}`}
        </span>
        <span class="part-why quiet">
          {LEVELS[level]}: {why}
        </span>
      </button>
      {isOpen && <Original session={session} part={part} />}
    </li>
  )
}

import type { RefObject } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { WindowAnswer, WindowLevel, WindowMessage, WindowPart } from '../../data/answers.ts'
import { LEVEL_WORDS, tokensOf } from '../../data/words.ts'
import { Switch } from '../../parts/switch.tsx'
import { VirtualList, type WantedRow } from '../../parts/virtual-list.tsx'
import { Original } from './original.tsx'

const ROW = 54

interface Row {
  readonly part: WindowPart
  readonly message: WindowMessage
}

/** A part that was clicked on; another object is another wish. */
export interface ChosenPart {
  readonly key: string
}

interface WindowPartsProps {
  readonly answer: WindowAnswer
  /** The part that the map was asked for. */
  readonly chosen: ChosenPart | undefined
  readonly scroller: RefObject<HTMLElement | null>
}

/** Every part of the window in words: how much of it is sent, why, and the original where it is asked for. */
export function WindowParts({ answer, chosen, scroller }: WindowPartsProps) {
  const [level, setLevel] = useState<WindowLevel | 'all'>('all')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [wanted, setWanted] = useState<WantedRow>()
  const all = useMemo(
    () => answer.messages.flatMap((message) => message.parts.map((part): Row => ({ part, message }))),
    [answer],
  )
  const rows = level === 'all' ? all : all.filter(({ part }) => part.level === level)
  useEffect(() => {
    if (chosen === undefined) return
    setLevel('all')
    setOpen((before) => new Set(before).add(chosen.key))
    setWanted({ index: all.findIndex(({ part }) => part.key === chosen.key) })
  }, [chosen])
  const { full, compressed, placeholder } = answer.levels
  return (
    <section>
      <h2>Parts</h2>
      <Switch
        label="Which parts"
        value={level}
        choices={[
          ['all', `All ${all.length.toLocaleString('en')}`],
          ['full', `In full ${full.toLocaleString('en')}`],
          ['compressed', `Compressed ${compressed.toLocaleString('en')}`],
          ['placeholder', `Left out ${placeholder.toLocaleString('en')}`],
        ]}
        onChoose={(choice) => {
          setWanted(undefined)
          setLevel(choice)
        }}
      />
      {rows.length === 0 && <p class="quiet">Nothing of the window is like that.</p>}
      <VirtualList
        key={level}
        count={rows.length}
        rowHeight={ROW}
        label="Parts of the window"
        scroller={scroller}
        wanted={wanted}
        render={(index) => {
          const row = rows[index]
          if (row === undefined) return null
          const { key } = row.part
          return (
            <PartRow
              {...row}
              session={answer.session}
              isOpen={open.has(key)}
              onToggle={() => setOpen((before) => toggled(before, key))}
            />
          )
        }}
      />
    </section>
  )
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const after = new Set(keys)
  if (!after.delete(key)) after.add(key)
  return after
}

interface PartRowProps extends Row {
  readonly session: string
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** What says nothing by its beginning. */
function named({ kind, name, begins }: WindowPart): string {
  if (begins !== undefined) return `blank ${kind}`
  return name === '' ? kind : `${kind}: ${name}`
}

function PartRow({ part, message: { number, role, human }, session, isOpen, onToggle }: PartRowProps) {
  const { begins, level, tokens, shown, why } = part
  return (
    <div class={`window-part ${human ? 'part-human' : ''}`}>
      <button type="button" class="part-head" aria-expanded={isOpen} onClick={onToggle} data-row>
        <i class={`level level-${level}`} aria-hidden="true" />
        <span class="part-what">
          <span class="quiet">
            {number + 1}. {human ? 'person' : role}
          </span>{' '}
          <bdi>{begins || named(part)}</bdi>
        </span>
        <span class="part-size quiet">
          {level === 'full' ? tokensOf(tokens) : `${tokensOf(tokens)} → ${tokensOf(shown)}`}
        </span>
        <span class="part-why quiet">
          {LEVEL_WORDS[level]}: {why}
        </span>
      </button>
      {isOpen && <Original session={session} part={part} />}
    </div>
  )
}

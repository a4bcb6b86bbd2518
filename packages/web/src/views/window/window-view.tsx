import type { RefObject } from 'preact'
import { useState } from 'preact/hooks'
import type { SessionsAnswer, WindowAnswer } from '../../data/answers.ts'
import { windowHref } from '../../data/route.ts'
import { useAnswer } from '../../data/use-answer.ts'
import { counted, momentOf, plainLine, tokensOf } from '../../data/words.ts'
import { Empty, Failure, Waiting } from '../../parts/states.tsx'
import { Switch } from '../../parts/switch.tsx'
import { SizesChart } from './sizes-chart.tsx'
import { WindowMap } from './window-map.tsx'
import { type ChosenPart, WindowParts } from './window-parts.tsx'

const SESSIONS = 50
const PRESETS = [
  ['light', 'Light'],
  ['balanced', 'Balanced'],
  ['lean', 'Lean'],
] as const

type Preset = (typeof PRESETS)[number][0]

interface WindowViewProps {
  readonly id: string
  readonly scroller: RefObject<HTMLElement | null>
}

/** What fitting would have left of the windows of captured sessions. */
export function WindowView({ id, scroller }: WindowViewProps) {
  return id === '' ? <Sessions /> : <OneWindow id={id} scroller={scroller} />
}

function Sessions() {
  const { answer, error } = useAnswer<SessionsAnswer>('session list', { limit: SESSIONS })
  if (error !== undefined) return <Failure error={error} />
  if (answer === undefined) return <Waiting />
  const { sessions, total } = answer
  return (
    <div class="reading">
      <header class="view-head">
        <h1>Window</h1>
        <p>What an agent saw in each session, and what fitting would have left of it.</p>
      </header>
      {sessions.length === 0 && (
        <Empty title="No session was captured yet">
          <p>
            <code>varve install</code> makes an agent’s hooks capture them; <code>varve session import</code>{' '}
            takes in what was written down.
          </p>
        </Empty>
      )}
      <ol class="found">
        {sessions.map(({ id, agent, title, asked, branch, message_count, last_event_at }) => (
          <li key={id}>
            <a class="found-title" href={windowHref(id)} dir="auto" data-row>
              {headOf({ session: id, title, asked })}
            </a>
            <p class="quiet">
              {[agent, branch, counted(message_count, 'message'), momentOf(last_event_at)]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ol>
      {total > sessions.length && (
        <p class="quiet">
          The newest {sessions.length} of {total}; the others: <code>varve session list --limit {total}</code>
        </p>
      )}
    </div>
  )
}

function OneWindow({ id, scroller }: WindowViewProps) {
  const [preset, setPreset] = useState<Preset>('balanced')
  const [chosen, setChosen] = useState<ChosenPart>()
  const { answer, error } = useAnswer<WindowAnswer>('fit window', { session: id, preset })
  return (
    <div class="reading reading-wide">
      <header class="view-head">
        <p class="crumb">
          <a href="#/window">All sessions</a>
        </p>
        <h1 dir="auto">{headOf(answer ?? { session: id, title: null, asked: null })}</h1>
        {answer !== undefined && <Summary answer={answer} />}
      </header>
      <Switch label="How far it is fitted" value={preset} choices={PRESETS} onChoose={setPreset} />
      {error !== undefined && <Failure error={error} />}
      {answer === undefined && error === undefined && <Waiting />}
      {answer !== undefined && (
        <>
          <section>
            <h2>Tokens, call by call</h2>
            <SizesChart sizes={answer.sizes} />
          </section>
          <section>
            <h2>The window of call {answer.call.toLocaleString('en')}</h2>
            <WindowMap
              messages={answer.messages}
              size={answer.sizes.at(-1)?.raw ?? 0}
              onChoose={(key) => setChosen({ key })}
            />
          </section>
          <WindowParts answer={answer} chosen={chosen} scroller={scroller} />
        </>
      )}
    </div>
  )
}

/** A session by its title, else by what a person said first; some are begun by their host. */
function headOf({ session, title, asked }: Pick<WindowAnswer, 'session' | 'title' | 'asked'>): string {
  return title ?? (asked === null ? `Session ${session.slice(0, 10)}` : plainLine(asked))
}

function Summary({ answer }: { readonly answer: WindowAnswer }) {
  const { sizes, calls, live_passes: live, agent } = answer
  const last = sizes.at(-1)
  const passes = sizes.filter(({ pass }) => pass).length
  return (
    <p role="status">
      {agent}, {counted(calls, 'call')}: {tokensOf(last?.raw ?? 0)} tokens without Varve,{' '}
      {tokensOf(last?.shown ?? 0)} with it, in {counted(passes, 'pass', 'passes')}.{' '}
      {live > 0
        ? `While it ran, ${counted(live, 'pass was', 'passes were')} made.`
        : 'A replay: the agent saw all of it.'}
    </p>
  )
}

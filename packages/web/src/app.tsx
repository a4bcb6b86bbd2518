import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { StatusAnswer } from './data/answers.ts'
import { LiveContext, useEvents } from './data/live.tsx'
import { type Route, useRoute } from './data/route.ts'
import { useAnswer } from './data/use-answer.ts'
import { moveInRows } from './parts/move-in-rows.ts'
import { SingleKeysSwitch } from './parts/single-keys.tsx'
import { useKeys } from './parts/use-keys.ts'
import { EntryView } from './views/entry/entry-view.tsx'
import { GraphView } from './views/graph/graph-view.tsx'
import { HealthView } from './views/health-view.tsx'
import { LogView } from './views/log-view.tsx'
import { ReviewView } from './views/review/review-view.tsx'
import { SearchView } from './views/search-view.tsx'
import { StrataView } from './views/strata/strata-view.tsx'
import { WindowView } from './views/window/window-view.tsx'

const VIEWS = [
  { view: '', name: 'Strata', key: 's' },
  { view: 'search', name: 'Search', key: '/' },
  { view: 'graph', name: 'Graph', key: 'g' },
  { view: 'window', name: 'Window', key: 'w' },
  { view: 'log', name: 'Log', key: 'l' },
  { view: 'review', name: 'Review', key: 'v' },
  { view: 'health', name: 'Health', key: 'h' },
] as const

/** Views whose rows one goes through by keys. */
const LISTS: ReadonlySet<string> = new Set(['', 'search', 'graph', 'window', 'log'])

/** The frame: where one can go, and the view that one is in. */
export function App() {
  const live = useEvents()
  return (
    <LiveContext.Provider value={live}>
      <Frame isLost={live.connection === 'lost'} />
    </LiveContext.Provider>
  )
}

function Frame({ isLost }: { readonly isLost: boolean }) {
  const route = useRoute()
  const main = useRef<HTMLElement>(null)
  const { answer: status } = useAnswer<StatusAnswer>('status')
  const project = status?.name
  const isList = LISTS.has(route.view)
  useKeys({
    ...Object.fromEntries(
      VIEWS.map(({ view, key }) => [
        key,
        () => {
          location.hash = `#/${view}`
        },
      ]),
    ),
    ...(isList && { j: () => moveInRows(main.current, 1), k: () => moveInRows(main.current, -1) }),
    ...(route.view === 'entry' && { Escape: () => history.back() }),
  })
  const current = VIEWS.find(({ view }) => view === route.view)?.name ?? 'Entry'
  useEffect(() => {
    document.title = project === undefined ? `${current} · Varve` : `${current} · ${project} · Varve`
  }, [current, project])
  useEffect(() => {
    if (main.current !== null && route.view !== '') main.current.scrollTop = 0
  }, [route.view, route.rest])
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        To the content
      </button>
      <nav aria-label="Views">
        <a class="brand" href="#/" aria-label="Varve, strata">
          <i />
          <i />
          <i />
          <i />
          <span dir="auto">{project ?? 'Varve'}</span>
        </a>
        <ul>
          {VIEWS.map(({ view, name, key }) => (
            <li key={view}>
              <a
                href={`#/${view}`}
                title={`${name} (${key})`}
                {...(view === route.view && { 'aria-current': 'page' })}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
        <SingleKeysSwitch />
      </nav>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a view may have nothing else to focus */}
      <main id="main" ref={main} tabIndex={0}>
        {isLost && (
          <p class="lost" role="status">
            Nothing answers any more: what you see may be old. <code>varve ui</code> starts the page anew.
          </p>
        )}
        <View route={route} main={main} />
      </main>
    </div>
  )
}

function View({ route, main }: { readonly route: Route; readonly main: RefObject<HTMLElement | null> }) {
  switch (route.view) {
    case 'entry':
      return <EntryView key={route.rest} id={route.rest} />
    case 'search':
      return <SearchView query={route.rest} />
    case 'graph':
      return <GraphView key={route.rest} id={route.rest} />
    case 'window':
      return <WindowView key={route.rest} id={route.rest} scroller={main} />
    case 'log':
      return <LogView scroller={main} />
    case 'review':
      return <ReviewView />
    case 'health':
      return <HealthView />
    default:
      return <StrataView scroller={main} />
  }
}

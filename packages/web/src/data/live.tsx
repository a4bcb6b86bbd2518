import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'

/** How the page hangs together with its server. */
export type Connection = 'opening' | 'live' | 'lost'

export interface Live {
  readonly connection: Connection
  /** Another number whenever the memory was changed. */
  readonly version: number
  /** Looks again at once, after a change of this page's own. */
  readonly refresh: () => void
}

export const LiveContext = createContext<Live>({ connection: 'opening', version: 0, refresh: () => {} })

export function useLive(): Live {
  return useContext(LiveContext)
}

/**
 * Listens to what the server tells of changes while the page is to be seen. A browser opens six connections to a
 * server at most: tabs that nobody looks at would take them from the one that somebody does.
 */
export function useEvents(): Live {
  const [connection, setConnection] = useState<Connection>('opening')
  const [version, setVersion] = useState(0)
  const refresh = () => setVersion((before) => before + 1)
  useEffect(() => {
    let events: EventSource | undefined
    let wasAway = false
    const listen = () => {
      if (document.hidden) {
        events?.close()
        events = undefined
        wasAway = true
        return
      }
      if (events !== undefined) return
      events = new EventSource('/events')
      events.addEventListener('open', () => {
        setConnection('live')
        // What changed meanwhile was told to nobody.
        if (wasAway) refresh()
        wasAway = false
      })
      events.addEventListener('change', refresh)
      events.addEventListener('error', () => {
        wasAway = true
        setConnection('lost')
      })
    }
    listen()
    document.addEventListener('visibilitychange', listen)
    return () => {
      document.removeEventListener('visibilitychange', listen)
      events?.close()
    }
  }, [])
  return { connection, version, refresh }
}

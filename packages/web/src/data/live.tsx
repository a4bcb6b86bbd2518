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

/** Listens to what the server tells of changes, as long as the page is open. */
export function useEvents(): Live {
  const [connection, setConnection] = useState<Connection>('opening')
  const [version, setVersion] = useState(0)
  const refresh = () => setVersion((before) => before + 1)
  useEffect(() => {
    const events = new EventSource('/events')
    let wasLost = false
    events.addEventListener('open', () => {
      setConnection('live')
      // What changed meanwhile was told to nobody.
      if (wasLost) refresh()
      wasLost = false
    })
    events.addEventListener('change', refresh)
    events.addEventListener('error', () => {
      wasLost = true
      setConnection('lost')
    })
    return () => events.close()
  }, [])
  return { connection, version, refresh }
}

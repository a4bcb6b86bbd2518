import { useEffect, useState } from 'preact/hooks'

/** Where in the page somebody is; it stands after the `#`, which no server sees. */
export interface Route {
  readonly view: string
  readonly rest: string
}

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const follow = () => setHash(location.hash)
    addEventListener('hashchange', follow)
    // It may have changed since it was drawn.
    follow()
    return () => removeEventListener('hashchange', follow)
  }, [])
  const [, view = '', rest = ''] = /^#\/([^/]*)\/?(.*)$/.exec(hash) ?? []
  return { view, rest: decoded(rest) }
}

export function entryHref(id: string): string {
  return `#/entry/${encodeURIComponent(id)}`
}

/** What lies around an entry. */
export function graphHref(id: string): string {
  return `#/graph/${encodeURIComponent(id)}`
}

/** What a session's agent saw. */
export function windowHref(session: string): string {
  return `#/window/${encodeURIComponent(session)}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

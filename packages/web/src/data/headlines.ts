import { useEffect, useState } from 'preact/hooks'
import type { ListAnswer, ListedEntry } from './answers.ts'
import { ask } from './ask.ts'
import { useLive } from './live.tsx'
import { headline } from './words.ts'

/** What a request may carry. */
const MOST_IDS = 200

type Listener = (headline: string | undefined) => void

let waiting = new Map<string, Listener[]>()

/** How an entry begins; undefined until it is known, and where nobody has it. All that are asked for at once are asked in one. */
export function useHeadline(id: string | undefined): string | undefined {
  const { version } = useLive()
  const [known, setKnown] = useState<{ readonly id: string; readonly text: string | undefined }>()
  useEffect(() => {
    if (id === undefined) return
    let isWanted = true
    lookUp(id, (text) => isWanted && setKnown({ id, text }))
    return () => {
      isWanted = false
    }
  }, [id, version])
  return known?.id === id ? known?.text : undefined
}

function lookUp(id: string, listener: Listener): void {
  if (waiting.size === 0) setTimeout(askForAll)
  waiting.set(id, [...(waiting.get(id) ?? []), listener])
}

function askForAll(): void {
  const asked = waiting
  waiting = new Map()
  const ids = [...asked.keys()]
  for (let start = 0; start < ids.length; start += MOST_IDS) {
    askFor(ids.slice(start, start + MOST_IDS), asked)
  }
}

async function askFor(
  ids: readonly string[],
  asked: ReadonlyMap<string, readonly Listener[]>,
): Promise<void> {
  const fields = { id: ids, raw: true, preview: true, limit: 0 }
  // Where they can't be had, the ids stay: the view itself tells what is wrong.
  const { items } = await ask<ListAnswer>('list', fields).catch(() => NOTHING)
  const byId = new Map(items.map((entry) => [String(entry.id), headline(entry)]))
  for (const id of ids) for (const listener of asked.get(id) ?? []) listener(byId.get(id))
}

const NOTHING: { readonly items: readonly ListedEntry[] } = { items: [] }

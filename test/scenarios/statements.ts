import type { Sandbox } from './sandbox.ts'

export interface Added {
  readonly status: string
  readonly id: string
  readonly canonical?: string
}

/** Says something on a terminal. */
export function add(place: Sandbox, text: string, ...flags: readonly string[]): Added {
  return place.askJson<Added>(['add', ...flags, '--', text])
}

/** Says something in an agent's session. */
export function addIn(place: Sandbox, session: string, text: string): Added {
  return place.askJson<Added>(['add', text], { env: { VARVE_SESSION_ID: session } })
}

export interface Shown {
  readonly id: string
  readonly content: string
  readonly state: string
  readonly hidden?: { readonly reason: string; readonly by: string | null }
  readonly confidence: string
  readonly pinned?: boolean
  readonly purged?: { readonly hash: string; readonly reason: string }
}

/** The entry itself, whatever stands in for it. */
export function show(place: Sandbox, id: string, ...flags: readonly string[]): Shown {
  return place.askJson<Shown>(['show', id, '--raw', ...flags])
}

import type { Pass } from '../ledger/decision.ts'
import type { Level } from '../model/message.ts'

/** What happens to a session's window, for those who watch it. */
export type FidelityEvent =
  | { readonly kind: 'pass'; readonly pass: Pass; readonly levels: Readonly<Record<Level, number>> }
  | { readonly kind: 'regrade'; readonly ratio: number; readonly pass: Pass }
  | { readonly kind: 'postponed'; readonly need: number; readonly have: number }
  | { readonly kind: 'bust'; readonly cause: MissCause; readonly tokens: number }
  | { readonly kind: 'compress'; readonly tokens: number; readonly cached: boolean }
  | { readonly kind: 'embed'; readonly count: number; readonly cached: number }

/** Why a call found less in the prompt cache than the one before left there. */
export type MissCause =
  | 'ttl'
  | 'prefix-changed-by-us'
  | 'prefix-changed-by-host'
  | 'overhead-changed'
  | 'provider'

import type { Altitude, Entry, Layer } from '../domain/entry.ts'
import { readStatement } from '../guard/rewrite/read-statement.ts'

/** What an entry counts for that nobody weighed, 0–1. */
export const USUAL_IMPORTANCE = 0.5
const PROTECTED_IMPORTANCE = 0.9

export function importanceOf({ importance }: Pick<Entry, 'importance'>): number {
  return importance ?? USUAL_IMPORTANCE
}

export function altitudeOf({ altitude }: Pick<Entry, 'altitude'>): Altitude {
  return altitude ?? 'implementation'
}

/** The layer of an entry; one that was not set follows from its category. */
export function layerOf({ layer, category, content }: Pick<Entry, 'layer' | 'category' | 'content'>): Layer {
  if (layer !== undefined) return layer
  switch (category) {
    case 'conventions':
      return isProhibition(content) ? 'caveat' : 'learning'
    case 'architecture':
    case 'operations':
      return 'implementation'
    case 'decisions':
      return 'learning'
    default:
      return 'context'
  }
}

function isProhibition(text: string): boolean {
  return readStatement(text).classes.modality.has('FORB')
}

export type ProtectionReason = 'layer' | 'importance' | 'pin' | 'digest'

/** Why nothing but a person puts an entry away; undefined where anything may. Computed from what it is now. */
export function protectionOf(entry: Entry, layer: Layer = layerOf(entry)): ProtectionReason | undefined {
  if (layer === 'caveat') return 'layer'
  if (importanceOf(entry) >= PROTECTED_IMPORTANCE) return 'importance'
  if (entry.pinned === true) return 'pin'
  return entry.consolidation === undefined ? undefined : 'digest'
}

/** Whether it stays out of clusters and is never forgotten. */
export function isExempt(entry: Entry, layer: Layer = layerOf(entry)): boolean {
  return protectionOf(entry, layer) !== undefined || layer === 'goal' || altitudeOf(entry) === 'mission'
}

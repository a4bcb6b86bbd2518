import { assertedTo, type Entry, type Layer } from '../domain/entry.ts'
import type { Instant } from '../domain/instant.ts'
import { importanceOf, isExempt, layerOf } from './attributes.ts'
import { type Subject, subjectOf } from './entity.ts'
import { heatOf } from './heat.ts'
import { type Usage, type UsesOf, usageOf } from './usage.ts'

/** An entry that is shown, with all that decides on it. */
export interface KnownEntry {
  readonly entry: Entry
  readonly subject: Subject
  readonly layer: Layer
  readonly importance: number
  /** When it was last stated. */
  readonly at: Instant
  readonly usage: Usage
  readonly heat: number
  readonly isExempt: boolean
}

export function createReader(
  usesOf: UsesOf,
  now: Instant,
  projectName: string,
): (entry: Entry) => KnownEntry {
  return (entry) => {
    const layer = layerOf(entry)
    const importance = importanceOf(entry)
    const at = assertedTo(entry)
    const usage = usageOf(usesOf(entry.id), at, now)
    return {
      entry,
      subject: subjectOf(entry, projectName),
      layer,
      importance,
      at,
      usage,
      heat: heatOf(usage, importance),
      isExempt: isExempt(entry, layer),
    }
  }
}

import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Message, Part, SegmentIndex } from '@varve/core/fidelity'

/** What a peer shows of each part: its text, or nothing of those that it leaves out. */
export type Shown = ReadonlyMap<Part, string>
export interface Peer {
  readonly name: string
  readonly show: (messages: readonly Message[], index: SegmentIndex) => Promise<Shown>
}

/** Packages are untyped here: they are no dependency of the project. */
export async function load(folder: string, name: string): Promise<Readonly<Record<string, never>>> {
  const require = createRequire(pathToFileURL(join(folder, 'any.js')))
  return (await import(pathToFileURL(require.resolve(name)).href)) as Readonly<Record<string, never>>
}

import { compactModes } from './compact/index.ts'
import type { ModeName, WorkMode } from './mode.ts'
import { patterns } from './patterns/index.ts'
import { summarize } from './summarize/index.ts'
import { synthesize } from './synthesize/index.ts'
import { tag } from './tag/index.ts'

/** In the order in which work is looked for: each stands on what the one before came to. */
export const WORK_MODES: readonly WorkMode[] = [summarize, tag, patterns, synthesize, ...compactModes]

export function modesOf(name: ModeName | undefined): readonly WorkMode[] {
  return name === undefined ? WORK_MODES : WORK_MODES.filter((mode) => mode.name === name)
}

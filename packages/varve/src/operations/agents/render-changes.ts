import { recordLine } from '@varve/core'
import { createTwoFilesPatch } from 'diff'
import type { FileChange, FileOutcome } from '../../agents/host-files/file-change.ts'

export interface ShownChange {
  readonly path: string
  readonly outcome: FileOutcome
}

export function outcomeOf({ before, after }: FileChange): FileOutcome {
  if (before === after) return 'unchanged'
  if (after === undefined) return 'removed'
  return before === undefined ? 'created' : 'changed'
}

/** `  changed    /home/ada/.claude/settings.json` */
export function renderChanges(changes: readonly ShownChange[]): readonly string[] {
  return changes.map(({ path, outcome }) => `  ${outcome.padEnd(9)}  ${path}`)
}

export function recordChanges(changes: readonly ShownChange[]): readonly string[] {
  return changes.map(({ path, outcome }) => recordLine('D', ['file', outcome, { quoted: path }]))
}

/** What would be written, as a patch: without the changes that change nothing. */
export function renderPatch(changes: readonly FileChange[]): string {
  return changes
    .filter(({ before, after }) => before !== after)
    .map(({ path, before, after }) => {
      const patch = createTwoFilesPatch(
        before === undefined ? '/dev/null' : path,
        after === undefined ? '/dev/null' : path,
        before ?? '',
        after ?? '',
      )
      return patch.slice(patch.indexOf('--- '))
    })
    .join('')
}

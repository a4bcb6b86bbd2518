import { type Doubt, doubtOf } from '@varve/core/propose'
import { openProjectFiles } from '../../project/project-files.ts'
import type { CheckedEntry } from '../check-against-project.ts'
import type { OperationContext } from '../context.ts'
import { tokenCounter } from '../token-counter.ts'

/** What rules leave open, each with the lines of files that a model is shown of it. */
export function doubtsAmong(context: OperationContext, checked: readonly CheckedEntry[]): readonly Doubt[] {
  const { place, config, git, redact } = context
  const { staleness } = config.memory.compaction
  const shown = {
    files: openProjectFiles(place.top, (args) => git(place.top, args)),
    maxFiles: staleness.maxFilesPerEntry,
    snippetLines: staleness.snippetLines,
    counter: tokenCounter(config.memory.counter),
    redact,
  }
  return checked.flatMap(({ entry, check }) => doubtOf(entry, check, shown) ?? [])
}

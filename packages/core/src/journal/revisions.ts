import { clockOf } from '../domain/clock.ts'
import type { EntryText, Revision } from '../domain/entry.ts'
import { versionId } from '../domain/ids.ts'
import type { Event } from '../domain/operation.ts'
import { changesText } from './fold-entry.ts'

/** Every text an entry has had, oldest first. Revisions are never overwritten. */
export function listRevisions(events: readonly Event[]): readonly Revision[] {
  const revisions: Revision[] = []
  let text: EntryText = { content: '' }
  for (const { record, position, actor, operation } of events) {
    const version = versionId(record, position)
    if (operation.op === 'entry.add') {
      text = textOf(operation.fields)
    } else if (operation.op === 'entry.revise' && changesText(operation)) {
      text = textOf({ ...text, ...operation.set })
    } else {
      continue
    }
    const base = operation.op === 'entry.revise' ? operation.base : []
    revisions.push({ version, at: clockOf(record).wall, by: actor, base, ...text })
  }
  return revisions
}

function textOf(fields: {
  readonly content?: string | null
  readonly title?: string | null
  readonly summary?: string | null
}): EntryText {
  return {
    content: fields.content ?? '',
    ...(fields.title == null ? {} : { title: fields.title }),
    ...(fields.summary == null ? {} : { summary: fields.summary }),
  }
}

import {
  type Entry,
  type Link,
  planMaterialize,
  recordHeader,
  recordLine,
  type StoreReader,
} from '@varve/core'
import { headlineOf } from '@varve/core/recall'
import { NoteNames } from '../import/markdown/note-names.ts'
import { replaceLinks } from '../import/markdown/replace-links.ts'
import { folderOf, joinPath } from '../import/path-names.ts'
import { commit } from './commit.ts'
import { flag, positional } from './field.ts'
import { findEntry } from './find-entry.ts'
import { defineOperation } from './operation.ts'
import { shortRecordIdIn } from './short-id.ts'

/** `varve link materialize`: the links that a text holds, as links of their own. */
export const linkMaterialize = defineOperation({
  name: 'link materialize',
  summary: 'State the links of a text by themselves',
  effect: 'writes',
  fields: {
    id: positional('The entry', 'id'),
    removeInline: flag('Leave the names alone in the text, without their brackets'),
    dryRun: flag('Say what would happen, and do nothing'),
  },
  examples: ['varve link materialize 7c1d09aa --dry-run', 'varve link materialize 7c1d09aa --remove-inline'],
  run({ id: typed, removeInline, dryRun }, context) {
    const { outcome, plan, record } = commit(context, 'link materialize', dryRun, (reader) => {
      const id = findEntry(reader, typed)
      const content = removeInline ? withoutLinks(reader, reader.entry(id)) : undefined
      return { plan: planMaterialize(reader, id, content), outcome: id }
    })
    const links = plan.operations.flatMap((operation) =>
      operation.op === 'link.add' ? [operation.link] : [],
    )
    const isChanged = plan.operations.length > 0
    const undo = record === undefined ? '' : ` (varve undo ${shortRecordIdIn(context.reading(), record.id)})`
    const count = `${links.length} ${links.length === 1 ? 'link' : 'links'}`
    return {
      json: {
        id: outcome,
        links,
        removed_inline: removeInline && isChanged,
        plan_id: record?.id ?? null,
        dry_run: dryRun,
      },
      human: isChanged
        ? `${dryRun ? 'Would state' : 'Stated'} ${count}${undo}\n`
        : `Nothing to do: ${outcome} has no inline links that aren't stated\n`,
      records: `${[
        recordHeader('link.materialize', { id: outcome, count: links.length, plan: record?.id }),
        ...links.map(({ from, type, to }) => recordLine('E', [from, type, to], { source: 'typed' })),
      ].join('\n')}\n`,
    }
  },
})

/** The text with what its links show in their place. Links to what is not here stay. */
function withoutLinks(reader: StoreReader, entry: Entry | undefined): string | undefined {
  if (entry === undefined) return undefined
  const targets = reader.links({ from: entry.id }).filter(({ source }) => source === 'inline')
  const names = new NoteNames(targets.flatMap((link) => pageOf(reader, link)))
  const from = entry.source.file ?? ''
  return replaceLinks(
    entry.content,
    (target, style) => {
      const path = style === 'wiki' ? target : joinPath(folderOf(from), target)
      return path === undefined ? undefined : (names.find(path, from) ?? names.find(target, from))?.ref
    },
    ({ label, ref }) => (label === ref ? headlineOf(reader.entry(ref as Link['to']) ?? entry) : label),
  )
}

function pageOf(reader: StoreReader, { to }: Link): ConstructorParameters<typeof NoteNames>[0] {
  const entry = reader.entry(to)
  if (entry === undefined) return []
  const aliases = entry.custom?.aliases
  return [
    {
      path: entry.source.file ?? `${to}.md`,
      ref: to,
      title: headlineOf(entry),
      aliases: [to, ...(Array.isArray(aliases) ? aliases.map(String) : [])],
    },
  ]
}

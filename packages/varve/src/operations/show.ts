import {
  ACCESS_KINDS,
  type Access,
  type Entry,
  type EntryId,
  entryEntity,
  formatDate,
  formatInstant,
  type LineageEdge,
  type Link,
  listRevisions,
  type OpenView,
  type Revision,
  recordBody,
  recordHeader,
  recordLine,
  type StoreReader,
  withoutUndefined,
} from '@varve/core'
import { viewFor } from './commit.ts'
import { entryJson, refText } from './entry-json.ts'
import { flag, positional, text } from './field.ts'
import { findEntry } from './find-entry.ts'
import { type HiddenUnder, listHiddenUnder } from './hidden-under.ts'
import { listLog, logJson, renderLogLines } from './log-lines.ts'
import { openAsOf } from './open-as-of.ts'
import { defineOperation } from './operation.ts'
import { shortIdIn } from './short-id.ts'

/** `varve show`: an entry, whole; or the one that stands in for it. */
export const show = defineOperation({
  name: 'show',
  summary: 'Show an entry, whole',
  effect: 'reads',
  fields: {
    id: positional('The id, or its first four or more characters', 'id'),
    raw: flag('The entry itself, even where another stands in for it'),
    history: flag('Every text it has had, and every change'),
    under: flag('With what it is shown for'),
    asOf: text('The memory as it was at a record or an instant', { value: 'record|time' }),
  },
  examples: ['varve show 7c1d09aa', 'varve show 7c1d09aa --raw --history'],
  run({ id: typed, raw, history, under, asOf }, context) {
    const reader = asOf === undefined ? context.reading() : openAsOf(context, asOf)
    const view = viewFor(context, reader)
    const asked = findEntry(reader, typed)
    const shown = raw ? asked : view.canon(asked)
    if (asOf === undefined) context.noteUse('show', new Set([asked, view.canon(asked)]))
    const page = {
      ...readPage(reader, view, shown, asked, history),
      shownFor: under ? (listHiddenUnder(reader, view, [shown]).get(shown) ?? []) : [],
    }
    return { json: pageJson(page, view), human: renderPage(page, reader, view), records: renderRecords(page) }
  },
})

interface Page {
  readonly entry: Entry
  /** The id that was asked for, where another entry is shown for it. */
  readonly via: EntryId | undefined
  readonly standsFor: readonly LineageEdge[]
  readonly under: readonly LineageEdge[]
  readonly shownFor: readonly HiddenUnder[]
  readonly links: readonly Link[]
  /** On this machine; undefined where nobody asked. */
  readonly uses: readonly Access[] | undefined
  readonly revisions: readonly Revision[]
  readonly log: ReturnType<typeof listLog>
}

function readPage(
  reader: StoreReader,
  view: OpenView,
  shown: EntryId,
  asked: EntryId,
  history: boolean,
): Omit<Page, 'shownFor'> {
  // A view names only entries that exist; `asked` does so by how it was found.
  const entry = reader.entry(shown) ?? reader.entry(asked)
  if (!entry) throw new Error(`${shown} vanished while it was read`)
  return {
    entry,
    via: view && shown !== asked ? asked : undefined,
    standsFor: reader.lineage({ top: shown }),
    under: reader.lineage({ under: shown }),
    links: reader.links({ from: shown }),
    uses: history ? reader.accesses({ entry: shown }) : undefined,
    revisions: history ? listRevisions(reader.events(entryEntity(shown))) : [],
    log: history ? listLog(reader, { entry: shown }, MOST_OPS) : [],
  }
}

/** Of each change: `varve log --plan` has them all. */
const MOST_OPS = 40

function pageJson(page: Page, view: OpenView): object {
  const { entry, via, standsFor, under, shownFor, links, uses, revisions, log } = page
  return withoutUndefined({
    ...entryJson(entry, view.viewOf(entry.id)),
    via,
    under: shownFor.length === 0 ? undefined : shownFor,
    lineage: [...standsFor, ...under].map((edge) => ({ ...edge, recorded: formatInstant(edge.recorded) })),
    links,
    usage: uses && usageOf(uses),
    revisions:
      revisions.length === 0
        ? undefined
        : revisions.map((revision) => ({ ...revision, at: formatInstant(revision.at) })),
    log: log.length === 0 ? undefined : log.map((item) => logJson(item, MOST_OPS)),
  })
}

/** How often it was of use, in which ways, and when last. */
function usageOf(uses: readonly Access[]): object {
  const last = uses.reduce((latest, { at }) => Math.max(latest, at), 0)
  const kinds = ACCESS_KINDS.map((kind) => [kind, uses.filter((use) => use.kind === kind).length] as const)
  return {
    count: uses.length,
    last: uses.length === 0 ? null : formatInstant(last),
    kinds: Object.fromEntries(kinds.filter(([, count]) => count > 0)),
  }
}

function renderPage(page: Page, reader: StoreReader, view: OpenView): string {
  const { entry, via, shownFor, revisions, log } = page
  const lines = [
    `${entry.id}  ${entry.category}, ${entry.type}${via === undefined ? '' : `  via=${via}`}`,
    ...(entry.title === undefined ? [] : [`# ${entry.title}`]),
    ...(entry.purged ? [`(purged: ${entry.purged.reason})`] : [entry.content.trimEnd()]),
    '',
    ...facts(page, reader, view).map(([name, value]) => `  ${name.padEnd(10)} ${value}`),
  ]
  if (shownFor.length > 0)
    lines.push(
      '',
      'Shown for:',
      ...shownFor.map(({ id, reason, text }) => `  ${shortIdIn(reader, id)}  ${reason}  ${text}`),
    )
  if (revisions.length > 0) lines.push('', 'Texts, oldest first:', ...revisions.flatMap(revisionLines))
  if (log.length > 0) lines.push('', 'Changes, newest first:', ...renderLogLines(log, reader))
  return `${lines.join('\n')}\n`
}

function facts(
  { entry, standsFor, under, links }: Page,
  reader: StoreReader,
  view: OpenView,
): readonly (readonly [string, string])[] {
  const hidden = view.viewOf(entry.id)?.hidden
  const { source } = entry
  const short = (id: EntryId) => shortIdIn(reader, id)
  const optional: readonly (readonly [string, string | undefined])[] = [
    ['created', formatDate(entry.created)],
    ['source', [source.kind, source.agent, source.file && place(source)].filter(Boolean).join(' ')],
    ['session', source.session],
    ['trust', source.trust],
    ['confidence', entry.confidence],
    ['scope', entry.scope],
    ['about', entry.entity && `${entry.entity.kind} ${entry.entity.name}`],
    ['layer', entry.layer],
    ['key', entry.key],
    ['pinned', entry.pinned ? 'yes' : undefined],
    ['tags', entry.tags.join(', ') || undefined],
    ['refs', entry.refs.map(refText).join(', ') || undefined],
    ['seen', entry.sightings.length > 0 ? `${entry.sightings.length + 1} times` : undefined],
    ['flags', entry.flags.map(({ kind, reason }) => `${kind} (${reason})`).join(', ') || undefined],
    ['state', entry.state === 'retracted' ? 'retracted' : undefined],
    ['hidden', hidden ? `${hidden.reason}${hidden.by === null ? '' : ` by ${short(hidden.by)}`}` : undefined],
    ['over', standsFor.map((edge) => `${short(edge.under)} (${edge.kind})`).join(', ') || undefined],
    ['under', under.map((edge) => `${short(edge.top)} (${edge.kind})`).join(', ') || undefined],
    ['links', links.map((link) => `${link.type} ${short(link.to)}`).join(', ') || undefined],
  ]
  return optional.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
}

function place({ file, line }: Entry['source']): string {
  return line === undefined ? `${file}` : `${file}:${line}`
}

function revisionLines({ at, by, version, title, content }: Revision): readonly string[] {
  const text = [...(title === undefined ? [] : [`# ${title}`]), content.trimEnd()].join('\n')
  return [
    `  ${formatInstant(at)} by ${by} (${version.slice(0, 15)}…)`,
    ...text.split('\n').map((line) => `    ${line}`),
  ]
}

function renderRecords({ entry, via, standsFor, under, links }: Page): string {
  const lines = [
    recordHeader('show', { id: entry.id, via }),
    recordLine('N', [entry.id], {
      type: entry.type,
      category: entry.category,
      ...(entry.title !== undefined && { title: entry.title }),
      tags: entry.tags.length === 0 ? '-' : entry.tags.join(','),
    }),
    ...[...standsFor, ...under].map((edge) => recordLine('E', [edge.top, edge.kind, edge.under], {})),
    ...links.map((link) => recordLine('E', [link.from, link.type, link.to], { source: link.source })),
  ]
  return `${lines.join('\n')}\n${recordBody(entry.id, entry.content)}`
}

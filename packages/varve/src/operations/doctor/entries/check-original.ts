import type { Entry, Issue } from '@varve/core'
import { originalNote } from '../../../export/qipu/export-qipu.ts'
import { memberOf } from '../../../import/json-members.ts'
import { parseLeanspecEntry } from '../../../import/leanspec/parse-entry.ts'
import type { EntryCheck, EntryFacts } from './entry-check.ts'

/** What the files that entries came from say twice: ids, and sources of digests. */
export const checkOriginal: EntryCheck = (entry, facts) => [
  ...duplicateId(entry, facts),
  ...duplicateSources(entry, facts),
]

/** A file with an id that another file had first: both texts are here, and one of them may be the other’s copy. */
function duplicateId(entry: Entry, { reader }: EntryFacts): readonly Issue[] {
  const { id, original, state } = entry
  const stated = state === 'active' ? statedId(entry) : undefined
  if (original === undefined || stated === undefined || stated === id) return []
  const first = reader.entry(stated as Entry['id'])
  if (first === undefined || first.state !== 'active' || first.scope !== entry.scope) return []
  const isSettled = [
    ...reader.lineage({ top: first.id, under: id }),
    ...reader.lineage({ top: id, under: first.id }),
  ].some(({ kind }) => kind === 'duplicates' || kind === 'supersedes')
  if (isSettled) return []
  return [
    {
      code: 'duplicate_id',
      severity: 'error',
      subjects: [stated, id],
      message: `${original.file} has the id ${stated}, which ${first.original?.file ?? 'another entry'} has too; it is kept as ${id}`,
      fix: [`varve compact apply ${stated} --note ${id} --kind duplicates`],
    },
  ]
}

function statedId(entry: Entry): string | undefined {
  const { original, source } = entry
  if (original === undefined) return undefined
  if (source.format !== 'leanspec') return originalNote(entry, undefined)?.id
  const place = { format: 'leanspec', file: original.file, line: 1, trust: source.trust }
  const parsed = parseLeanspecEntry(original.text, place)
  return parsed.kind === 'entry' ? parsed.entry.id : undefined
}

function duplicateSources(entry: Entry, _: EntryFacts): readonly Issue[] {
  const twice = sourcesTwice(entry)
  if (twice.length === 0) return []
  return [
    {
      code: 'duplicate_source',
      severity: 'info',
      subjects: [entry.id],
      message: `${entry.original?.file} lists ${twice.join(', ')} twice; each counts once`,
      fix: ['varve doctor --fix'],
    },
  ]
}

/** The sources that the file of a digest lists more than once. */
export function sourcesTwice(entry: Entry): readonly string[] {
  const data = originalNote(entry, undefined)?.data
  const list = data === undefined ? undefined : memberOf(data, 'compacts')
  if (!Array.isArray(list)) return []
  return [...new Set(list.map(String).filter((id, index, all) => all.indexOf(id) !== index))]
}

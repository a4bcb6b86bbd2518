import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { EntryId, QuarantinedItem, StoreReader } from '@varve/core'
import type { OperationContext } from '../context.ts'
import { eraseFromFolder } from '../knowledge/journal-folder.ts'
import { eraseFromMirror } from '../mirror/erase-from-mirror.ts'
import { findMirror } from '../mirror/mirror-place.ts'
import { eraseFromLedger } from '../propose/proposal-file.ts'
import { holdsText } from './purged-text.ts'

/** What held the text beside the store's own tables, by name. */
export interface ErasedBeside {
  /** Items of the quarantine, as `file:line`. */
  readonly quarantined: readonly string[]
  readonly journal_files: readonly string[]
  readonly outbox_files: readonly string[]
  /** Damaged stores that had been set aside. */
  readonly kept_stores: readonly string[]
}

export const NOTHING_BESIDE: ErasedBeside = {
  quarantined: [],
  journal_files: [],
  outbox_files: [],
  kept_stores: [],
}

/** Takes purged text out of every place of this machine's that Varve itself made. */
export function eraseBesideStore(
  context: OperationContext,
  purged: readonly EntryId[],
  texts: readonly string[],
): ErasedBeside {
  const { place } = context
  rmSync(place.startsDir, { recursive: true, force: true })
  eraseFromLedger(context, purged)
  const mirror = findMirror(context)
  const mirrored = mirror ? eraseFromMirror(mirror, context.reading(), purged) : []
  const marks = [...purged, ...texts]
  return {
    quarantined: eraseQuarantined(context, (item) => holdsText(item.text, texts)),
    journal_files: [...eraseFromFolder(context.reading(), place.journalDir, purged), ...mirrored],
    outbox_files: eraseFiles(place.outboxDir, (name) => name.startsWith('pl_'), marks),
    kept_stores: eraseFiles(place.dataDir, (name) => name.includes('.corrupt-'), marks),
  }
}

/** Takes items out of the quarantine; the others of their files stay. */
export function eraseQuarantined(
  context: OperationContext,
  isMeant: (item: QuarantinedItem) => boolean,
): readonly string[] {
  const all = context.reading().quarantine()
  const meant = all.filter(isMeant)
  if (meant.length === 0) return []
  const files = new Set(meant.map(({ file }) => file))
  const rest = all.filter((item) => files.has(item.file) && !meant.includes(item))
  context.writingInPlace().transact('purge', (writer) => writer.replaceQuarantine(files, rest))
  return meant.map(placeOf)
}

export function findQuarantined(reader: StoreReader, typed: string): readonly QuarantinedItem[] {
  return reader.quarantine().filter((item) => placeOf(item) === typed)
}

function placeOf({ file, line }: QuarantinedItem): string {
  return `${file}:${line}`
}

function eraseFiles(
  folder: string,
  isOurs: (name: string) => boolean,
  marks: readonly string[],
): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(isOurs)
    .sort()
    .filter((name) => {
      const path = join(folder, name)
      if (!holdsText(readFileSync(path).toString('utf8'), marks)) return false
      rmSync(path)
      return true
    })
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hasFlag, type OpenView, openView, renderDocument, type StoreReader } from '@varve/core'
import { ensureIgnoredDirectory } from '../../files/ensure-directory.ts'
import { readTextFile } from '../../files/read-text-file.ts'
import { writeFileAtomically } from '../../files/write-file-atomically.ts'
import { furtherScopes } from '../commit.ts'
import type { OperationContext } from '../context.ts'
import { knowledgeFile } from '../learn/knowledge-file.ts'
import { type LearnedEntry, listLearnings } from '../learn/list-learnings.ts'

/** Writes `knowledge.md` and `patterns.md`, where they say something else now. */
export function writeKnowledgeFiles(
  context: OperationContext,
  reader: StoreReader,
  view: OpenView = openView(reader, furtherScopes(context)),
): void {
  const { cacheDir } = context.place
  ensureIgnoredDirectory(cacheDir)
  for (const [file, status] of [
    ['knowledge', 'promoted'],
    ['patterns', 'observed'],
  ] as const) {
    const path = join(cacheDir, `${file}.md`)
    const rendered = renderDocument(
      knowledgeFile(context, reader, knownLearnings(view, status), file).document,
    )
    if (existsSync(path) && readTextFile(path) === rendered) continue
    writeFileAtomically(path, rendered)
  }
}

/** What waits for a person to read it is in no file that an agent reads. */
export function knownLearnings(
  view: OpenView,
  status: Parameters<typeof listLearnings>[1],
): readonly LearnedEntry[] {
  return listLearnings(view, status).filter((entry) => !hasFlag(entry, 'untrusted'))
}

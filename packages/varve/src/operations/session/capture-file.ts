import { VarveError } from '@varve/core'
import { systemErrorCode } from '../../files/system-error.ts'
import type { OperationContext } from '../context.ts'
import { keepYoungHeap } from '../heap/young-heap.ts'
import { type Capture, type CaptureOptions, nothingOf } from './capture.ts'
import { CaptureRun } from './capture-run.ts'
import { TranscriptFile } from './transcript-file.ts'
import type { TranscriptSource } from './transcript-source.ts'
import { openUnpacked } from './unpacked-file.ts'

/**
 * Takes in what came to a transcript since it was last read: masked, each record once. Each batch is written
 * with its cursor in one transaction, so that a run that is killed is taken up where it was; and only where
 * the cursor is still the one that it was read from, so that of several runs one goes on.
 */
export function captureFile(context: OperationContext, path: string, options: CaptureOptions): Capture {
  return captureOpened(context, path, openFile(path), options)
}

/** The same of a file that is packed. */
export async function capturePacked(
  context: OperationContext,
  path: string,
  options: CaptureOptions,
): Promise<Capture> {
  const unpacked = await openUnpacked(path)
  const file = unpacked === undefined ? undefined : new TranscriptFile(path, unpacked)
  return captureOpened(context, path, file, options)
}

function captureOpened(
  context: OperationContext,
  path: string,
  file: TranscriptFile | undefined,
  options: CaptureOptions,
): Capture {
  if (file === undefined) return nothingOf(path, 'unreadable')
  try {
    return captureSource(context, path, file, options)
  } finally {
    file.close()
  }
}

/** The same of sessions that lie elsewhere, under a name that stays. */
export function captureSource(
  context: OperationContext,
  name: string,
  source: TranscriptSource,
  options: CaptureOptions,
): Capture {
  keepYoungHeap()
  const cursor = context.reading().captureCursor(name)
  const isOver = cursor?.left === 'excluded' || (cursor?.left === 'other_project' && options.anyProject)
  if (cursor !== undefined && !isOver && source.isUnchanged(cursor))
    return nothingOf(name, 'unchanged', cursor)
  const run = new CaptureRun(context, name, options, cursor, source.writtenAt)
  if (!isOver && cursor?.left !== undefined) run.noteLeft(cursor.left)
  for (const batch of source.batches(isOver ? undefined : cursor)) if (!run.take(batch)) break
  return run.finish()
}

function openFile(path: string): TranscriptFile | undefined {
  try {
    return new TranscriptFile(path)
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error
    return undefined
  }
}

/** What to say of a file that was named and can't be read. */
export function unreadableFile(path: string): VarveError {
  return new VarveError('unreadable', `can't be read: ${path}`, {
    subjects: [path],
    fix: ['varve session import <file>'],
  })
}

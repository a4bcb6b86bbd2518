import { closeSync, openSync, readSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { VarveError } from '@varve/core'
import { PAGE_TITLE } from './page/render-page.ts'

const HEAD_BYTES = 1024

/** Throws where a page may not be written: over the transcript that it is of, or over a file that is no such page. */
export function requirePageTarget(cwd: string, transcript: string, target: string): void {
  const path = realPath(resolve(cwd, target))
  if (path === undefined) return
  const isInput = isSame(cwd, transcript, path)
  if (!isInput && headOf(path).includes(`<title>${PAGE_TITLE}`)) return
  throw notWritten(
    'page',
    target,
    isInput,
    'is no map of a window',
    `varve fit ${transcript} --html window.html`,
  )
}

/** Throws where a request may not be written: over any file, because none tells that it is one of ours. */
export function requireRequestTarget(cwd: string, transcript: string, target: string): void {
  const path = realPath(resolve(cwd, target))
  if (path === undefined) return
  const isInput = isSame(cwd, transcript, path)
  throw notWritten(
    'request',
    target,
    isInput,
    'may be anybody’s',
    `varve fit ${transcript} --out request.json`,
  )
}

function isSame(cwd: string, transcript: string, path: string): boolean {
  return transcript !== '-' && path === realPath(resolve(cwd, transcript))
}

function notWritten(what: string, target: string, isInput: boolean, why: string, fix: string): VarveError {
  const reason = isInput ? 'it is the transcript itself' : `it exists, and ${why}`
  return new VarveError('usage', `the ${what} is not written to ${target}: ${reason}`, {
    subjects: [target],
    fix: [fix],
  })
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}

/** The beginning of a file; empty where it can't be read, as of a directory. */
function headOf(path: string): string {
  try {
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(HEAD_BYTES)
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, HEAD_BYTES, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}

import { closeSync, openSync, readSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { VarveError } from '@varve/core'
import { writeFileAtomically } from '../../../files/write-file-atomically.ts'
import { PAGE_TITLE } from './render-page.ts'

const HEAD_BYTES = 1024

/** Throws where a page may not be written: over the transcript that it is of, or over a file that is no such page. */
export function requirePageTarget(cwd: string, transcript: string, target: string): void {
  const path = realPath(resolve(cwd, target))
  if (path === undefined) return
  const isInput = transcript !== '-' && path === realPath(resolve(cwd, transcript))
  if (!isInput && headOf(path).includes(`<title>${PAGE_TITLE}`)) return
  const reason = isInput ? 'it is the transcript itself' : 'it exists, and is no map of a window'
  throw new VarveError('usage', `the page is not written to ${target}: ${reason}`, {
    subjects: [target],
    fix: [`varve fit ${transcript} --html window.html`],
  })
}

/** Writes a page to a file that it may be written to. A link stays one. */
export function writePage(cwd: string, target: string, page: string): void {
  writeFileAtomically(resolve(cwd, target), page, { followLink: true })
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

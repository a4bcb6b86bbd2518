import { resolve } from 'node:path'
import { writeFileAtomically } from '../../../files/write-file-atomically.ts'

/** Writes a page to a file that it may be written to. A link stays one. */
export function writePage(cwd: string, target: string, page: string): void {
  writeFileAtomically(resolve(cwd, target), page, { followLink: true })
}

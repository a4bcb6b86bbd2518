import { by, byText, type Issue } from '@varve/core'
import type { SourceFile } from './import-format.ts'
import { isInstructionPath } from './instructions/detect.ts'
import { proseLines } from './markdown/inline-links.ts'
import { folderOf, joinPath } from './path-names.ts'
import { readLines } from './source-lines.ts'

const REFERENCE = /(?:^|[\s(])@((?:\.{1,2}\/)*[\w][\w./-]*\.\w+)/g
const MAX_HOPS = 4

/**
 * Adds the files that instruction files take in by `@path`, up to four steps away. A path counts
 * from the file it stands in and must stay inside the source; a file that is there already is only
 * marked, so that circles end.
 */
export async function followReferences(
  files: readonly SourceFile[],
  read: (path: string) => Promise<SourceFile | undefined>,
  issues: Issue[],
): Promise<readonly SourceFile[]> {
  const byPath = new Map(files.map((file) => [file.path, file]))
  let current = files.filter((file) => file.referencedBy !== undefined || isInstructionPath(file.path))
  for (let hop = 0; hop < MAX_HOPS && current.length > 0; hop++) {
    const next: SourceFile[] = []
    for (const file of current) {
      for (const path of referencesOf(file, issues)) {
        if (isInstructionPath(path) && byPath.has(path)) continue
        if (byPath.get(path)?.referencedBy !== undefined) continue
        const target = byPath.get(path) ?? (await read(path))
        if (target === undefined) continue
        const marked = { ...target, referencedBy: file.path }
        byPath.set(path, marked)
        next.push(marked)
      }
    }
    current = next
  }
  return [...byPath.values()].sort(by((file) => file.path, byText))
}

function referencesOf(file: SourceFile, issues: Issue[]): readonly string[] {
  const paths: string[] = []
  for (const line of proseLines(readLines(file, '').lines)) {
    for (const [, reference = ''] of line.matchAll(REFERENCE)) {
      const path = joinPath(folderOf(file.path), reference)
      if (path !== undefined) paths.push(path)
      else issues.push(outside(file.path, reference))
    }
  }
  return paths
}

function outside(file: string, reference: string): Issue {
  return {
    code: 'reference_outside',
    severity: 'info',
    subjects: [file, reference],
    message: `${file} takes in @${reference}, which lies outside of what is imported and was not read`,
    fix: [],
  }
}

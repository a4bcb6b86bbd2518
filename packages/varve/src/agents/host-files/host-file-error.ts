import { VarveError } from '@varve/core'

/** A file of an agent's that can't be edited without guessing; nothing is written then. */
export class HostFileProblem extends Error {
  override readonly name = 'HostFileProblem'
  readonly kind: 'unreadable' | 'clash'

  constructor(kind: 'unreadable' | 'clash', message: string) {
    super(message)
    this.kind = kind
  }
}

/** The same as an error that names the file, and what to paste by hand. */
export function hostFileError(problem: HostFileProblem, path: string, snippet: string): VarveError {
  return new VarveError(
    problem.kind === 'unreadable' ? 'host_file_invalid' : 'host_file_conflict',
    `${path}: ${problem.message}; nothing was written${snippet === '' ? '' : `. To put it there by hand:\n${snippet}`}`,
    { subjects: [path], fix: ['varve install --status'] },
  )
}

import type { Issue } from '@varve/core'
import type { OutboxFile } from '../../outbox/read-outbox.ts'
import type { OperationContext } from '../context.ts'

const FOLDER = '.varve/outbox'

/** What waits in the outbox, and why. Opening the memory takes in all that can be. */
export function checkOutbox(context: OperationContext): readonly Issue[] {
  context.reading()
  return context.outbox().map(issueOf)
}

function issueOf(file: OutboxFile): Issue {
  const path = `${FOLDER}/${file.name}`
  switch (file.kind) {
    case 'record':
      return waiting(path, 'waits for a command that may write the store', 'varve status')
    case 'foreign':
      return waiting(path, 'is a record of another project, and stays where it is', `cat ${path}`)
    case 'newer':
      return waiting(path, 'was written by a newer Varve, and waits for it', 'npm install -g varve@latest')
    case 'tracked':
      return waiting(
        path,
        'came with the repository, not from a sandbox of this machine: it is not taken in',
        `git rm --cached ${path}`,
      )
    case 'damaged':
    case 'set_aside':
      return {
        code: 'outbox_damaged',
        severity: 'error',
        subjects: [path],
        message: `${path} is no whole record (${file.reason}); it is kept as it stands, and left out`,
        fix: [`cat ${path}`, `rm ${path}`],
      }
    default:
      return file satisfies never
  }
}

function waiting(path: string, why: string, fix: string): Issue {
  return {
    code: 'outbox_waiting',
    severity: 'warning',
    subjects: [path],
    message: `${path} ${why}`,
    fix: [fix],
  }
}

import type { Issue } from '../../domain/issue.ts'

/** A line, or a document, of which not all could be read. */
export function badLine(line: number, length: number): Issue {
  return {
    code: 'transcript_bad_line',
    severity: 'warning',
    subjects: [`line ${line + 1}`],
    message: `Line ${line + 1} is no whole JSON; what could be read of it was, and the rest left out.`,
    detail: { line: line + 1, length },
    fix: [],
  }
}

/** A content that no format takes. */
export function unknownTranscript(formats: readonly string[]): Issue {
  return {
    code: 'transcript_unknown',
    severity: 'error',
    subjects: ['file'],
    message: `This is no transcript of a kind that is known: ${formats.join(', ')}.`,
    fix: [],
  }
}

/** A tree of records with a gap. */
export function brokenTree(session: string | undefined): Issue {
  return {
    code: 'transcript_tree',
    severity: 'info',
    subjects: [session ?? 'file'],
    message: 'Some records hang off records that are not in the file: it was read in its order.',
    fix: [],
  }
}

/** A format that leaves out some of what the model saw. */
export function partialTranscript(session: string | undefined, missing: string): Issue {
  return {
    code: 'transcript_partial',
    severity: 'info',
    subjects: [session ?? 'file'],
    message: `${missing} not in the file, though the model saw them.`,
    fix: [],
  }
}

/** A call that sent far less than the one before, without a record that says why. */
export function hostEdit(
  session: string,
  before: number,
  after: number,
  place: Readonly<Record<string, number>>,
): Issue {
  return {
    code: 'host_edit',
    severity: 'info',
    subjects: [session],
    message: `The agent sent ${after} tokens after ${before} and wrote down no reason.`,
    detail: { ...place, before, after },
    fix: [],
  }
}

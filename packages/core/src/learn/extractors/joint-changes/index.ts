import type { Called, LearnSession } from '../../session/learn-session.ts'
import { type Extractor, evidenceAt, type Finding } from '../extractor.ts'

/** Files that are changed together, session after session. */
export const jointChanges: Extractor = { name: 'joint-changes', extract: findJointChanges }

const SESSIONS = 3
/** A session that changes more than so many files says nothing of any two of them. */
const MOST_FILES = 12

function findJointChanges(session: LearnSession): readonly Finding[] {
  const changed = new Map<string, Called>()
  for (const step of session.steps) {
    if (step.kind !== 'called' || step.result?.isFailure !== false) continue
    for (const { operation, path } of step.targets) {
      if ((operation !== 'edit' && operation !== 'write') || path === undefined) continue
      const name = nameInProject(path, session.session.cwd)
      if (name !== undefined && !changed.has(name)) changed.set(name, step)
    }
  }
  const files = [...changed.keys()].sort()
  if (files.length > MOST_FILES) return []
  const alone = files.flatMap((file) => {
    const step = changed.get(file)
    return step === undefined ? [] : [counted(session, file, step)]
  })
  const pairs = files.flatMap((a, index) =>
    files.slice(index + 1).flatMap((b): readonly Finding[] => {
      const [first, second] = [changed.get(a), changed.get(b)]
      if (first === undefined || second === undefined || isObvious(a, b)) return []
      return [pair(session, a, b, first, second)]
    }),
  )
  return [...alone, ...pairs]
}

const ROOT = /^[^/]*$/

/** A file and its test, files of one folder, and files at the top that every change touches. */
function isObvious(a: string, b: string): boolean {
  const folder = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)
  return folder(a) === folder(b) || ROOT.test(a) || ROOT.test(b) || stemOf(a) === stemOf(b)
}

function stemOf(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/(?:[._-](?:test|spec))?\..*$/, '')
    .replace(/^test_/, '')
}

/** Only counts in how many sessions a file changes: never kept by itself. */
function counted(session: LearnSession, file: string, step: Called): Finding {
  return {
    ...pair(session, file, file, step, step),
    content: changeOf(file),
    least: Number.POSITIVE_INFINITY,
    among: [],
  }
}

function changeOf(file: string): string {
  return `\`${file}\` changes`
}

/** The path inside the project; undefined outside of it. */
function nameInProject(path: string, folder: string | undefined): string | undefined {
  const plain = path.replaceAll('\\', '/')
  if (!/^(?:\/|[A-Za-z]:)/.test(plain)) return plain.replace(/^\.\//, '')
  if (folder === undefined || !plain.startsWith(`${folder}/`)) return undefined
  return plain.slice(folder.length + 1)
}

function pair(session: LearnSession, a: string, b: string, first: Called, second: Called): Finding {
  return {
    extractor: 'joint-changes',
    isSeen: true,
    content: `\`${a}\` and \`${b}\` change together.`,
    category: 'architecture',
    impact: 4,
    specificity: 7,
    trust: 'tool',
    ordinal: second.ordinal,
    at: second.at,
    evidence: [evidenceAt(session, first, a), evidenceAt(session, second, b)],
    least: SESSIONS,
    among: [changeOf(a), changeOf(b)],
  }
}

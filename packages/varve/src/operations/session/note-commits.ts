import { existsSync } from 'node:fs'
import { parseInstant, type Session, type SessionCommit } from '@varve/core'
import type { OperationContext } from '../context.ts'

const MOST_COMMITS = 50

/**
 * The session with the commits that were made since HEAD was last looked at. What was run says nothing: only
 * that HEAD is elsewhere now.
 */
export function noteCommits(session: Session, cwd: string, context: OperationContext): Session {
  if (cwd === '' || !existsSync(cwd)) return session
  const head = context.git(cwd, ['rev-parse', '--verify', 'HEAD'])?.trim()
  if (head === undefined || head === '' || head === session.head) return session
  if (session.head === undefined) return { ...session, head }
  const isForward = context.git(cwd, ['merge-base', '--is-ancestor', session.head, head]) !== undefined
  const listed =
    context.git(cwd, [
      'log',
      `--max-count=${MOST_COMMITS}`,
      '--reverse',
      '--format=%H %cI',
      `${session.head}..${head}`,
    ]) ?? ''
  const known = new Set(session.commits.map(({ sha }) => sha))
  const commits = listed.split('\n').flatMap((line): readonly SessionCommit[] => {
    const [sha = '', time = ''] = line.split(' ')
    const at = parseInstant(time)?.at
    if (sha === '' || at === undefined || known.has(sha)) return []
    return [{ sha, at, ...(isForward ? {} : { rewritten: true as const }) }]
  })
  return { ...session, head, commits: [...session.commits, ...commits] }
}

import { usedText } from '../../../domain/learning.ts'
import { trustRank } from '../../../domain/trust.ts'
import type { Called, LearnSession, Step } from '../../session/learn-session.ts'
import { commandKeys } from '../error-fixes/command-key.ts'
import { evidenceAt, type Finding } from '../extractor.ts'

/** In so many sessions a command must be run at the same occasion before that is worth telling. */
const SESSIONS = 3
/** Of a session's commits, and of a command's runs, so many must be of that kind. */
const MOSTLY = 0.5
const COMMIT = /(?:^|&&|;|\n)\s*git (?:-\S+ \S+ )*commit\b(?!.*--dry-run)/

/** A command that ran, by the place of its step in the session. */
interface Run {
  readonly at: number
  readonly step: Called
}

/** A file that was changed. */
interface Change extends Run {
  readonly ending: string
}

/** What of a session tells when its commands are run. */
interface Course {
  readonly commits: readonly Run[]
  readonly changes: readonly Change[]
}

/**
 * When the commands of a session are run: before its commits, or after changes to files of one kind. What only
 * counts the sessions that could have shown it goes along: what most of those don't show is not kept.
 */
export function findOccasions(session: LearnSession, isOwn: (key: string) => boolean): readonly Finding[] {
  const course = courseOf(session.steps)
  return [...runsOf(session.steps, isOwn)].flatMap(([key, runs]) => {
    const found = [...beforeCommits(session, key, runs, course), ...afterChanges(session, key, runs, course)]
    return found.map((finding) => ({ ...finding, saysMoreThan: usedText(key) }))
  })
}

function runsOf(
  steps: readonly Step[],
  isOwn: (key: string) => boolean,
): ReadonlyMap<string, readonly Run[]> {
  const runs = new Map<string, Run[]>()
  steps.forEach((step, at) => {
    if (!hasWorked(step) || step.command === undefined) return
    for (const key of new Set(commandKeys(step.command).filter(isOwn))) {
      const known = runs.get(key)
      if (known === undefined) runs.set(key, [{ at, step }])
      else known.push({ at, step })
    }
  })
  return runs
}

function courseOf(steps: readonly Step[]): Course {
  const commits: Run[] = []
  const changes: Change[] = []
  steps.forEach((step, at) => {
    if (!hasWorked(step)) return
    if (step.command !== undefined && COMMIT.test(step.command)) commits.push({ at, step })
    for (const { operation, path } of step.targets) {
      const ending = /[^./\\](\.\w{1,8})$/.exec(path ?? '')?.[1]
      if (ending !== undefined && (operation === 'edit' || operation === 'write'))
        changes.push({ at, step, ending })
    }
  })
  return { commits, changes }
}

function hasWorked(step: Step): step is Called {
  return step.kind === 'called' && step.result?.isFailure === false
}

/** Of the commits of some work, those before which it ran between the last change and the commit. */
function beforeCommits(
  session: LearnSession,
  key: string,
  runs: readonly Run[],
  { commits, changes }: Course,
): readonly Finding[] {
  const ofWork = commits.flatMap((commit, index) => {
    const since = commits[index - 1]?.at ?? -1
    const change = changes.findLast(({ at }) => at > since && at < commit.at)
    return change === undefined ? [] : [{ commit, change }]
  })
  const shown = ofWork.flatMap(({ commit, change }) => {
    const run = runs.findLast(({ at }) => at > change.at && at <= commit.at)
    return run === undefined ? [] : [{ run, commit }]
  })
  const [first] = shown
  const could = `\`${key}\` in a session that commits`
  return [
    ...(ofWork.length === 0 ? [] : counted(session, could, runs)),
    ...(first === undefined || shown.length < MOSTLY * ofWork.length
      ? []
      : [occasion(session, beforeText(key), first.run, first.commit, { among: [could] })]),
  ]
}

function beforeText(key: string): string {
  return `\`${key}\` is run before a commit.`
}

/** Of its runs, those that follow changes, since it ran last, to files of the kind that it follows most. */
function afterChanges(
  session: LearnSession,
  key: string,
  runs: readonly Run[],
  { changes }: Course,
): readonly Finding[] {
  const followed = runs.map((run, index) => {
    const since = runs[index - 1]?.at ?? -1
    return { run, changes: changes.filter(({ at }) => at > since && at < run.at) }
  })
  const endings = [...new Set(changes.map(({ ending }) => ending))].sort()
  const shownOf = (ending: string) =>
    followed.flatMap(({ run, changes: some }) => {
      const change = some.findLast((each) => each.ending === ending)
      return change === undefined ? [] : [{ run, change, ending }]
    })
  const shown = endings.map(shownOf).sort((a, b) => b.length - a.length)[0] ?? []
  const [first] = shown
  const could = `\`${key}\` in a session`
  const content = `\`${key}\` is run after changes to \`${first?.ending}\` files.`
  const more = { among: [could], unless: [beforeText(key)] }
  return [
    ...counted(session, could, runs),
    ...(first === undefined || shown.length < MOSTLY * runs.length
      ? []
      : [occasion(session, content, first.change, first.run, more)]),
  ]
}

/** Two steps in their order that show when a command is run. What only an agent read of others is no more than that. */
function occasion(
  session: LearnSession,
  content: string,
  before: Run,
  after: Run,
  more: Pick<Finding, 'among' | 'unless'>,
): Finding {
  const weaker = trustRank(before.step.trust) < trustRank(after.step.trust) ? before.step : after.step
  return {
    extractor: 'commands',
    isSeen: true,
    content,
    category: 'operations',
    impact: 5,
    specificity: 8,
    trust: weaker.trust,
    ordinal: before.step.ordinal,
    at: before.step.at,
    evidence: [before, after].map(({ step }) =>
      evidenceAt(session, step, quoteOf(step), { tool: step.tool }),
    ),
    least: SESSIONS,
    ...more,
  }
}

function quoteOf({ command, targets }: Called): string {
  return command ?? targets.find(({ path }) => path !== undefined)?.path ?? ''
}

/** Only counts in how many sessions it could have shown: never kept by itself. */
function counted(session: LearnSession, content: string, runs: readonly Run[]): readonly Finding[] {
  return runs.slice(0, 1).map((run) => ({
    ...occasion(session, content, run, run, { among: [] }),
    least: Number.POSITIVE_INFINITY,
  }))
}

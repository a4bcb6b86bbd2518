import { countSpecifics } from '../../../guard/specifics.ts'
import type { Called, CallResult, LearnSession, Said, Step } from '../../session/learn-session.ts'
import { sentencesOf } from '../../session/spoken-text.ts'
import { type Extractor, evidenceAt, type Finding, specificityOf } from '../extractor.ts'
import { commandKey, commandKeys, isLooking, isTellable } from './command-key.ts'
import { errorSignature } from './error-signature.ts'

/** Commands that failed, and what made them work. */
export const errorFixes: Extractor = { name: 'error-fixes', extract: findErrorFixes }

const HALF_AN_HOUR_MS = 30 * 60_000
/** So many steps after a failure what comes is about something else. */
const FARTHEST = 60
const SESSIONS_WITHOUT_FIX = 3

type Ran = Called & { readonly command: string; readonly result: CallResult }

interface Failure {
  readonly ran: Ran
  readonly key: string
  readonly signature: string
}

function findErrorFixes(session: LearnSession): readonly Finding[] {
  const { steps } = session
  const found: Finding[] = []
  const done = new Set<string>()
  steps.forEach((step, index) => {
    const failure = failureOf(step)
    if (failure === undefined) return
    const name = `${failure.key}\n${failure.signature}`
    if (done.has(name)) return
    done.add(name)
    const finding = fixOf(session, failure, index) ?? bare(session, failure)
    if (finding !== undefined) found.push(finding)
  })
  return found
}

function failureOf(step: Step): Failure | undefined {
  if (!hasRun(step) || !step.result.isFailure) return undefined
  const key = commandKey(step.command)
  if (!isTellable(key) || isLooking(key)) return undefined
  const signature = errorSignature(step.result.text)
  return signature === undefined || !isOfSurroundings(signature) ? undefined : { ran: step, key, signature }
}

/** Of what a project needs around it. What a compiler or a test says of code is gone with the code. */
function isOfSurroundings(signature: string): boolean {
  return signature.length >= LEAST_SIGNATURE && !OF_CODE.test(signature)
}

const LEAST_SIGNATURE = 12
const OF_CODE =
  /\.[a-z]{1,4}:#|\(#\)|\bTS\d{4}\b|AssertionError|\bexpect(?:ed)?\b|undefined: |Assert|^\s*[✗×✕]|\btests? (?:failed|failing)|SyntaxError|TypeError|NameError|^\[|\bItem \d|^error\[E\d+\]|\bFAIL\b|\bfail(?:ed|ing|ures?)?:? \d|\d+ fail/i

function hasRun(step: Step): step is Ran {
  return step.kind === 'called' && step.command !== undefined && step.result !== undefined
}

function fixOf(session: LearnSession, failure: Failure, from: number): Finding | undefined {
  const { steps } = session
  const end = steps.findIndex(
    (step, index) =>
      index > from &&
      index <= from + FARTHEST &&
      hasRun(step) &&
      !step.result.isFailure &&
      commandKeys(step.command).includes(failure.key),
  )
  const success = steps[end]
  if (success === undefined || !hasRun(success)) return undefined
  const between = steps.slice(from + 1, end)
  const cause = causeIn([...between, ...steps.slice(end + 1, end + 3)], `${failure.signature} ${failure.key}`)
  const commands = changingCommands(between, failure.key)
  const fix = cause?.sentence ?? (commands.length > 0 ? `ran \`${commands.at(-1)?.key}\`` : undefined)
  if (fix === undefined) return undefined
  const step = cause?.said ?? commands.at(-1)?.ran ?? success
  const content = `When "${failure.signature}" appears running \`${failure.key}\`: ${fix}`
  const failures = between.filter((each) => failureOf(each)?.key === failure.key).length
  const took = (success.at ?? 0) - (failure.ran.at ?? 0)
  return {
    extractor: 'error-fixes',
    isSeen: true,
    content,
    category: 'operations',
    impact: Math.min(9, 5 + Math.min(3, failures) + (took >= HALF_AN_HOUR_MS ? 1 : 0)),
    specificity: specificityOf(countSpecifics(content), content),
    trust: step.trust,
    ordinal: failure.ran.ordinal,
    at: failure.ran.at,
    evidence: [
      resultEvidence(session, failure.ran, failure.signature),
      cause === undefined
        ? evidenceAt(session, step, step.kind === 'called' ? (step.command ?? '') : step.text)
        : evidenceAt(session, cause.said, cause.sentence),
      resultEvidence(session, success, success.command),
    ],
    least: 1,
  }
}

/** Without a fix it only counts how often it came. */
function bare(session: LearnSession, { ran, key, signature }: Failure): Finding {
  return {
    extractor: 'error-fixes',
    isSeen: true,
    content: `"${signature}" keeps appearing in \`${key}\` (no fix recorded)`,
    category: 'operations',
    impact: 5,
    specificity: 6,
    trust: ran.result.trust === 'web' ? 'web' : 'tool',
    ordinal: ran.ordinal,
    at: ran.at,
    evidence: [resultEvidence(session, ran, signature)],
    least: SESSIONS_WITHOUT_FIX,
  }
}

function resultEvidence(session: LearnSession, ran: Ran, quote: string) {
  const { result, tool } = ran
  const line = result.text.split('\n').find((each) => each.trim() !== '') ?? quote
  return evidenceAt(session, result, line.trim(), {
    tool,
    ...(result.exitCode === undefined ? {} : { exit_code: result.exitCode }),
  })
}

const CAUSE =
  /\b(?:because|root cause|turned out|the (?:problem|issue|error|failure) (?:was|is)|(?:was |is )?caused by|fixed by|needs? to be|requires?|must be|instead of)\b/i
const FIRST_PERSON = /\b(?:I|I'm|I'll|I've|let me|let's|you|your|we)\b/i
const LONGEST_CAUSE = 240

/** The sentence in which the agent says why. */
function causeIn(
  steps: readonly Step[],
  about: string,
): { readonly sentence: string; readonly said: Said } | undefined {
  for (const said of steps) {
    if (said.kind !== 'said' || said.human) continue
    const sentence = said.text
      .split('\n')
      .flatMap(sentencesOf)
      .find((each) => isCause(each) && sharesWord(each, about))
    if (sentence !== undefined) return { sentence, said }
  }
  return undefined
}

/** A cause speaks of what failed: it shares a telling word with the failure. */
function sharesWord(sentence: string, about: string): boolean {
  const words = new Set(wordsOf(about))
  return wordsOf(sentence).some((word) => words.has(word))
}

function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[a-z_][a-z0-9_-]{3,}/g) ?? []).filter((word) => !COMMON.has(word))
}

const COMMON = new Set(
  'error fail failed failure test tests with that this from when have file line code command running'.split(
    ' ',
  ),
)

function isCause(sentence: string): boolean {
  return (
    CAUSE.test(sentence) &&
    sentence.length <= LONGEST_CAUSE &&
    sentence.length >= 30 &&
    !FIRST_PERSON.test(sentence) &&
    !/[:?]$/.test(sentence) &&
    countSpecifics(sentence) > 0
  )
}

const CHANGES =
  /^(?:(?:npm|pnpm|yarn|bun) (?:i|install|add|ci|run (?:build|generate|codegen|migrate))\b|pip\d? install|poetry (?:add|install)|uv (?:add|sync|pip)|cargo (?:add|update)|go (?:mod tidy|get|generate|install)|bundle install|composer (?:install|require)|brew install|apt(?:-get)? install|docker compose (?:up|build)|make (?:generate|setup|build)|mise (?:install|trust|run)|chmod|npx prisma|alembic upgrade|rails db:migrate|git (?:checkout|submodule|lfs))/

function changingCommands(
  steps: readonly Step[],
  failed: string,
): readonly { readonly key: string; readonly ran: Ran }[] {
  return steps.flatMap((step) => {
    if (!hasRun(step) || step.result.isFailure) return []
    const key = commandKey(step.command)
    return key !== failed && isTellable(key) && CHANGES.test(key) ? [{ key, ran: step }] : []
  })
}

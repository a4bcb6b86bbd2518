import { usedText } from '../../../domain/learning.ts'
import type { Called, CallResult, LearnSession, Step } from '../../session/learn-session.ts'
import { commandKey, commandKeys, isLooking, isTellable } from '../error-fixes/command-key.ts'
import { errorSignature } from '../error-fixes/error-signature.ts'
import { type Extractor, evidenceAt, type Finding } from '../extractor.ts'
import { findOccasions } from './occasions.ts'

/** Commands of the project that work, when they are run, and those that they took the place of. */
export const commands: Extractor = { name: 'commands', extract: findCommands }

/** A script of the project is its own when it is seen again; what a tool runs on a path, when it keeps coming. */
const SESSIONS = { ofScripts: 2, ofTools: 3 }
const SCRIPT_RUNNERS =
  /^(?:(?:npm|bun) run|pnpm|yarn|make|just|mise|task|\.\/|rake|composer|gradle|turbo|nx)\b|^\.\//
/** A variant that worked so soon after one that failed took its place. */
const SOON = 3

type Ran = Called & { readonly command: string; readonly result: CallResult }

function findCommands(session: LearnSession): readonly Finding[] {
  const calls = session.steps.filter(hasRun)
  const found = new Map<string, Finding>()
  calls.forEach((ran, index) => {
    if (ran.result.isFailure) return
    for (const key of commandKeys(ran.command).filter(isOwn)) {
      const failed = calls.slice(Math.max(0, index - SOON), index).find((other) => isVariant(other, key))
      const finding = findingOf(session, ran, key, failed)
      if (!found.has(finding.content)) found.set(finding.content, finding)
    }
  })
  return [...found.values(), ...findOccasions(session, isOwn)]
}

function hasRun(step: Step): step is Ran {
  return step.kind === 'called' && step.command !== undefined && step.result !== undefined
}

const SCRIPTS =
  /^(?:npm|pnpm|yarn|bun|make|just|mise|task|cargo|go|uv|poetry|python\d?|pytest|node|deno|npx|docker|\.\/|bash|sh|gradle|\.\/gradlew|mvn|bundle|rake|composer|dotnet|swift|terraform|helm|kubectl|turbo|nx)\b/

/** Whether a command is of this project: runs something of it by name, and no single file of a day. */
function isOwn(key: string): boolean {
  const words = key.split(' ')
  return (
    isTellable(key) &&
    !isLooking(key) &&
    SCRIPTS.test(key) &&
    words.length >= 2 &&
    words.length <= 7 &&
    !/ -(?:c|e|m json)\b|-run[ =]|--grep|::|-k |--version|--help|-h$|\binstall\b|-t |\.(?:test|spec)\.|_test\.|\bTest[A-Z]|["'{]/.test(
      key,
    )
  )
}

function isVariant(other: Ran, key: string): boolean {
  const before = commandKey(other.command)
  return (
    other.result.isFailure &&
    before !== key &&
    isTellable(before) &&
    shareWords(before, key) &&
    MISUSED.test(other.result.text.slice(0, 2000)) &&
    !OF_A_PIPE.test(other.result.text)
  )
}

/** The command itself was wrong, and not what it found. */
const MISUSED =
  /unknown (?:option|flag|command|argument|shorthand)|unrecognized (?:option|argument|command)|no such (?:command|option)|missing script|command not found|flag provided but not defined|no tasks? /i

/** What reads the output was wrong, and not the command. */
const OF_A_PIPE = /^(?:Exit code \d+\s+)?(?:grep|egrep|sed|awk|head|tail|jq|xargs|sort|wc|cut): /

/** Two ways to do one thing name it alike: the half of their words, or one runs what the other only names. */
function shareWords(a: string, b: string): boolean {
  const words = new Set(a.split(' '))
  const shared = b.split(' ').filter((word) => words.has(word)).length
  return shared >= LEAST_SHARED && shared * 2 >= Math.min(words.size, b.split(' ').length)
}

const LEAST_SHARED = 2

function findingOf(session: LearnSession, ran: Ran, key: string, failed: Ran | undefined): Finding {
  const signature = failed && errorSignature(failed.result.text)
  const isFix = failed !== undefined && signature !== undefined
  const content = isFix
    ? `Use \`${key}\`; \`${commandKey(failed.command)}\` fails with "${signature}"`
    : usedText(key)
  return {
    extractor: 'commands',
    isSeen: true,
    content,
    category: 'operations',
    impact: isFix ? 6 : 4,
    specificity: 7,
    trust: ran.trust,
    ordinal: ran.ordinal,
    at: ran.at,
    evidence: [
      evidenceAt(session, ran, ran.command, { tool: ran.tool }),
      ...(isFix ? [evidenceAt(session, failed.result, failed.result.text.split('\n')[0] ?? '')] : []),
    ],
    least: isFix ? 1 : SCRIPT_RUNNERS.test(key) ? SESSIONS.ofScripts : SESSIONS.ofTools,
  }
}

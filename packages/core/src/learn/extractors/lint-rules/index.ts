import type { Trust } from '../../../domain/entry.ts'
import type { Called, CallResult, LearnSession, Step } from '../../session/learn-session.ts'
import { commandKey } from '../error-fixes/command-key.ts'
import { type Extractor, evidenceAt, type Finding } from '../extractor.ts'
import { complaintIn } from './complaint.ts'

/** Rules of linters that code of the project breaks again and again. */
export const lintRules: Extractor = { name: 'lint-rules', extract: findLintRules }

const SESSIONS = 2
const READ = 60_000

type Ran = Called & { readonly command: string; readonly result: CallResult }

function findLintRules(session: LearnSession): readonly Finding[] {
  const runs = session.steps.filter(hasRun)
  return runs.flatMap((step, index): readonly Finding[] => {
    if (!step.result.isFailure) return []
    const trust = trustOf(step, runs.slice(index + 1))
    return step.result.text
      .slice(0, READ)
      .split('\n')
      .flatMap((line): readonly Finding[] => {
        const complaint = complaintIn(line)
        return complaint === undefined ? [] : [findingOf(session, { ...step, trust }, complaint, line)]
      })
  })
}

function hasRun(step: Step): step is Ran {
  return step.kind === 'called' && step.command !== undefined && step.result !== undefined
}

/** Of what was put right, the trust of who did: a linter alone is a tool. */
function trustOf({ command, result }: Ran, later: readonly Ran[]): Trust {
  const key = commandKey(command)
  const mended = later.find((other) => !other.result.isFailure && commandKey(other.command) === key)
  return result.trust === 'web' ? 'web' : (mended?.trust ?? result.trust)
}

function findingOf(
  session: LearnSession,
  { result, tool, trust }: Ran,
  content: string,
  line: string,
): Finding {
  return {
    extractor: 'lint-rules',
    isSeen: true,
    content,
    category: 'conventions',
    impact: 5,
    specificity: 7,
    trust,
    ordinal: result.ordinal,
    at: result.at,
    evidence: [evidenceAt(session, result, line.trim(), { tool })],
    least: SESSIONS,
  }
}

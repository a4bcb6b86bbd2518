import type { Called, CallResult, LearnSession, Step } from '../../session/learn-session.ts'
import { type Extractor, evidenceAt, type Finding } from '../extractor.ts'
import { complaintIn } from './complaint.ts'

/** Rules of linters that code of the project breaks again and again. */
export const lintRules: Extractor = { name: 'lint-rules', extract: findLintRules }

const SESSIONS = 2
const READ = 60_000

type Failed = Called & { readonly command: string; readonly result: CallResult }

function findLintRules(session: LearnSession): readonly Finding[] {
  return session.steps.filter(hasFailed).flatMap((step) =>
    step.result.text
      .slice(0, READ)
      .split('\n')
      .flatMap((line): readonly Finding[] => {
        const complaint = complaintIn(line)
        return complaint === undefined ? [] : [findingOf(session, step, complaint, line)]
      }),
  )
}

function hasFailed(step: Step): step is Failed {
  return step.kind === 'called' && step.command !== undefined && step.result?.isFailure === true
}

function findingOf(session: LearnSession, { result, tool }: Failed, content: string, line: string): Finding {
  return {
    extractor: 'lint-rules',
    isSeen: true,
    content,
    category: 'conventions',
    impact: 5,
    specificity: 7,
    trust: result.trust,
    ordinal: result.ordinal,
    at: result.at,
    evidence: [evidenceAt(session, result, line.trim(), { tool })],
    least: SESSIONS,
  }
}

import type { Issue } from '@varve/core'
import type { OperationContext } from '../context.ts'
import type { Stage2 } from './stage2.ts'

/** What a person should know of a run beside what came of it: nothing of it is an error of theirs. */
export function stage2Issues({ status, outcome }: Stage2, context: OperationContext): readonly Issue[] {
  switch (status) {
    case 'off':
      return [issue('llm_disabled', DISABLED, 'memory.compaction.llmAssisted = true in .varve/config.json')]
    case 'unavailable':
      return [issue('llm_unavailable', ...unavailable(context))]
    case 'partial':
    case 'degraded': {
      const reasons = [...new Set((outcome?.skipped ?? []).map(({ reason }) => reason))]
      const left = outcome?.skipped.length ?? 0
      const message = `${left} ${left === 1 ? 'question has' : 'questions have'} no answer: ${reasons.join('; ')}`
      return [issue(status === 'partial' ? 'llm_partial' : 'llm_degraded', message, 'varve compact --llm')]
    }
    case 'ok':
      return []
    default:
      return status satisfies never
  }
}

const DISABLED = 'no model was asked: memory.compaction.llmAssisted is false'

function unavailable({ config }: OperationContext): readonly [message: string, fix: string] {
  return config.memory.compaction.llmProvider === 'agent'
    ? ['the agent is the model: it takes the questions as tasks', 'varve work next --mode compact --json']
    : ['no model was asked: models in the user’s config.json names none that can be', 'varve status']
}

function issue(code: string, message: string, fix: string): Issue {
  return { code, severity: 'warning', subjects: [], message, fix: [fix] }
}

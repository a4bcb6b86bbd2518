import { statementsOfAgent } from '../agent-statements.ts'
import type { Extractor } from '../extractor.ts'
import { reasonIn } from './reason-rules.ts'

/** Why the agent made things as they are. */
export const reasons: Extractor = {
  name: 'reasons',
  extract: (session) =>
    statementsOfAgent(session, {
      extractor: 'reasons',
      category: 'decisions',
      impact: 5,
      statementIn: reasonIn,
    }),
}

import { statementsOfAgent } from '../agent-statements.ts'
import type { Extractor } from '../extractor.ts'
import { insightIn } from './insight-rules.ts'

/** What the agent found out of how things work: what they never do, only do, need, or are made from. */
export const insights: Extractor = {
  name: 'insights',
  extract: (session) =>
    statementsOfAgent(session, { extractor: 'insights', impact: 5, statementIn: insightIn }),
}

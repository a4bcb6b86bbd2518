import { withoutUndefined } from '../../domain/json.ts'
import { type CamConfig, camConfig } from '../cam/cam-config.ts'
import { mergePlaceholders } from '../cam/merge-placeholders.ts'
import { MessageWords } from '../cam/message-words.ts'
import { planCamPass } from '../cam/plan-cam-pass.ts'
import { pruneResults } from '../cam/prune-results.ts'
import type { DraftDecision, Trigger } from '../ledger/decision.ts'
import { plainWords, terms } from '../model/terms.ts'
import { type Call, nothing, type Planner, type Proposal, type Session } from './planner.ts'
import type { SessionMemory } from './session-memory.ts'

const SOFT = 0.6
const HARD = 0.9
const SERVER_COMPACTS_BELOW = 0.95
const COOLDOWN_TURNS = 2

/** The profile `cam`, with the budget manager of its origin. */
export interface CamPlanner extends Planner {
  readonly manage: (call: Call, session: Session) => BudgetStep
}

/** Scores messages once a turn, and grades them anew at most once where the window stays too large. */
export function camPlanner(given: Partial<CamConfig> | undefined): CamPlanner {
  const config = camConfig({ enabled: true, ...given })
  const words = new MessageWords(config.compat ? plainWords : terms)
  const score = (call: Call, session: Session, trigger: Trigger, memory: SessionMemory): Proposal =>
    proposalOf(call, trigger, scoreCall(call, session, { config, words, trigger }), memory)
  const regrade = (call: Call, session: Session): Proposal | undefined => {
    const isDue = !session.memory.isRegraded && pressureOf(call, session) > config.regrade_threshold
    if (!isDue && call.force !== 'regrade') return undefined
    return score(call, session, 'regrade', { ...session.memory, isRegraded: true })
  }
  return {
    profile: 'cam',
    hasMore: ({ isRegraded }) => !isRegraded,
    propose: (call, session) => {
      if (!config.enabled) return nothing(call, session.memory)
      const isAlways = config.compat || config.when === 'always'
      const isDue = isAlways || pressureOf(call, session) > config.score_threshold
      if (session.memory.isScored || !isDue) return regrade(call, session) ?? nothing(call, session.memory)
      return score(call, session, 'budget', { ...session.memory, isScored: true })
    },
    manage: (call, session) => {
      const why = whyNot(call, session)
      if (why !== undefined || !config.enabled)
        return { tier: 'none', why, proposal: nothing(call, session.memory) }
      const again = regrade(call, session)
      return again === undefined ? prune(call, session) : { tier: 'regrade', proposal: again }
    },
    finish: (view, { ledger }) => mergePlaceholders(view, ledger),
  }
}

interface Scoring {
  readonly config: CamConfig
  readonly words: MessageWords
  readonly trigger: Trigger
}

function scoreCall(
  call: Call,
  session: Session,
  { config, words, trigger }: Scoring,
): readonly DraftDecision[] {
  return planCamPass({
    messages: call.window.messages,
    ledger: session.ledger,
    config,
    counter: session.facts.counter,
    words,
    allowUpgrade: trigger === 'regrade',
    keepsReasoning: call.window.keepsReasoning === true,
    hints: call.hints,
    isExempt: ({ parts }) => parts.some(({ key }) => session.memory.injected.includes(key)),
    writtenBy: session.writtenBy,
    ...withoutUndefined({ query: call.query }),
  })
}

function pressureOf({ size, k }: Call, { options }: Session): number {
  return size.tokens / (options.budget / k)
}

/** What the budget manager did, and what spoke against it. */
export interface BudgetStep {
  readonly tier: 'none' | 'regrade' | 'soft' | 'hard'
  readonly why?: 'exhausted' | 'server-compacts' | 'compacted' | 'cooling' | undefined
  readonly proposal: Proposal
}

/** In the order of the origin. */
function whyNot(call: Call, session: Session): BudgetStep['why'] {
  const { exhaustedAt, compaction } = session.memory
  if (exhaustedAt !== undefined) return 'exhausted'
  const isLeftToServer = session.options.serverCompaction === true
  if (isLeftToServer && pressureOf(call, session) < SERVER_COMPACTS_BELOW) return 'server-compacts'
  if (compaction.state === 'ready') return undefined
  return compaction.state
}

/** Above the soft mark old results go; above the hard one the host is to compact besides. */
function prune(call: Call, session: Session): BudgetStep {
  const { memory, ledger, facts, options } = session
  const pressure = pressureOf(call, session)
  if (pressure <= SOFT) return { tier: 'none', proposal: nothing(call, memory) }
  const tier = pressure > HARD ? 'hard' : 'soft'
  const toReclaim = call.size.tokens - (SOFT * options.budget) / call.k
  const decisions = pruneResults({ messages: call.window.messages, ledger, facts, toReclaim })
  const compacted: SessionMemory = { ...memory, compaction: { state: 'compacted', cooldown: COOLDOWN_TURNS } }
  return {
    tier,
    proposal: proposalOf(
      call,
      tier === 'hard' ? 'hard' : 'budget',
      decisions,
      tier === 'hard' ? compacted : memory,
    ),
  }
}

function proposalOf(
  call: Call,
  trigger: Trigger,
  decisions: readonly DraftDecision[],
  memory: SessionMemory,
): Proposal {
  const before = call.size.tokens
  const after = before - decisions.reduce((sum, { gain }) => sum + gain, 0)
  return { ...(decisions.length === 0 ? {} : { trigger }), decisions, before, after, memory, issues: [] }
}

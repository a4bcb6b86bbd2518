import { VarveError } from '@varve/core'
import { AGENT_NAMES, type Agent, type Machine } from '../../agents/agent.ts'
import { AGENTS } from '../../agents/agents.ts'
import { detectAgents } from '../../agents/detect-agents.ts'
import { findNearestName } from '../../config/nearest-name.ts'

/** The agents that a word means: one by its name, or `all` that are here. Throws `usage` or `invalid_value`. */
export function chooseAgents(command: string, word: string | undefined, machine: Machine): readonly Agent[] {
  if (word === 'all') {
    const found = command === 'install' ? detectAgents(machine) : AGENTS
    if (found.length > 0) return found
    throw new VarveError('not_found', `none of these agents was found here: ${AGENT_NAMES.join(', ')}`, {
      fix: ['varve install claude-code'],
    })
  }
  const agent = AGENTS.find(({ name }) => name === word)
  if (agent !== undefined) return [agent]
  const known = `${AGENT_NAMES.join(', ')} or all`
  if (word === undefined) {
    throw new VarveError('usage', `${command} which agent? ${known}`, {
      fix: [`varve ${command} claude-code`],
    })
  }
  throw new VarveError('invalid_value', `no agent is called ${word}: ${known}`, {
    fix: [`varve ${command} ${findNearestName(word, AGENT_NAMES) ?? 'claude-code'}`],
  })
}

import { AGENT_NAMES, type Agent, type AgentName } from './agent.ts'
import { claudeCode } from './claude-code/index.ts'
import { codex } from './codex/index.ts'
import { cursor } from './cursor/index.ts'
import { geminiCli } from './gemini-cli/index.ts'
import { opencode } from './opencode/index.ts'

const BY_NAME: Readonly<Record<AgentName, Agent>> = {
  'claude-code': claudeCode,
  codex,
  cursor,
  'gemini-cli': geminiCli,
  opencode,
}

/** Every agent that Varve can be installed in. */
export const AGENTS: readonly Agent[] = AGENT_NAMES.map((name) => BY_NAME[name])

export function getAgent(name: AgentName): Agent {
  return BY_NAME[name]
}

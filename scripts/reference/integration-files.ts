import type { PluginFile } from '../../packages/varve/src/agents/agent.ts'
import { AGENTS } from '../../packages/varve/src/agents/agents.ts'

/** The plugins of agents, by path in the repository: `integrations/<agent>/`: made of the texts that an install writes. */
export function listIntegrationFiles(): readonly PluginFile[] {
  return AGENTS.flatMap(({ name, plugin }) =>
    plugin.map(({ path, text }) => ({ path: `integrations/${name}/${path}`, text })),
  )
}

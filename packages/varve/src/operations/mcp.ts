import { choice } from './field.ts'
import { defineOperation } from './operation.ts'
import { TOOL_PROFILES } from './tool-profiles.ts'

/** `varve mcp`: the memory as tools of the Model Context Protocol, for the agent that starts it. */
export const mcp = defineOperation({
  name: 'mcp',
  summary: 'Serve the memory to an agent as MCP tools',
  effect: 'writes',
  standsAlone: true,
  fields: {
    profile: choice('Which tools (default default)', TOOL_PROFILES),
  },
  examples: ['varve mcp', 'varve mcp --profile full'],
  async run({ profile = 'default' }, context) {
    await context.serveTools({ profile })
    // What was served was the answer: standard output was the protocol's.
    return { json: {}, human: '', records: '' }
  },
})

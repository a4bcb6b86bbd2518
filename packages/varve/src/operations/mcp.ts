import { VarveError } from '@varve/core'
import { isLoopback } from '../network/loopback.ts'
import { choice, flag, integer, text } from './field.ts'
import { defineOperation } from './operation.ts'
import { TOOL_PROFILES } from './tool-profiles.ts'

const PORT = 7480
const HOST = '127.0.0.1'

/** `varve mcp`: the memory as tools of the Model Context Protocol, for the agent that starts it, or over HTTP. */
export const mcp = defineOperation({
  name: 'mcp',
  summary: 'Serve the memory to an agent as MCP tools',
  effect: 'writes',
  standsAlone: true,
  fields: {
    profile: choice('Which tools (default default)', TOOL_PROFILES),
    http: flag('Serve over HTTP, to clients that show the token'),
    port: integer(`Where to listen with --http (default ${PORT}; 0: any free port)`, { maximum: 65_535 }),
    host: text(`The address to listen on with --http (default ${HOST}: this machine alone)`, {
      value: 'address',
    }),
    allowRemote: flag('With --host: let other machines in that show the token'),
  },
  examples: ['varve mcp', 'varve mcp --http --port 7480'],
  async run({ profile = 'default', http, port, host, allowRemote }, context) {
    if (!http && (port !== undefined || host !== undefined || allowRemote)) {
      throw new VarveError('usage', '--port, --host and --allow-remote are of --http', {
        fix: ['varve mcp --http --port 7480'],
      })
    }
    if (host !== undefined && !isLoopback(host) && !allowRemote) {
      throw new VarveError('usage', `${host} can be reached from elsewhere: say so with --allow-remote`, {
        fix: [`varve mcp --http --host ${host} --allow-remote`],
      })
    }
    await context.serveTools({
      profile,
      ...(http && { http: { host: host ?? HOST, port: port ?? PORT } }),
    })
    // What was served was the answer: standard output was the protocol's.
    return { json: {}, human: '', records: '' }
  },
})

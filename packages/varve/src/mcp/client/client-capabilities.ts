import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'

/** A request, with what the protocol's package has of it. */
export type McpRequest = ServerContext['mcpReq']

/** What a client says that it can: when it began, or with each request in the later era of the protocol. */
export function clientCapabilities(server: Server, { envelope }: McpRequest): ClientCapabilities {
  if (envelope === undefined) return server.getClientCapabilities() ?? {}
  const { [CLIENT_CAPABILITIES_META_KEY]: declared }: { [name: string]: unknown } = envelope
  return typeof declared === 'object' && declared !== null ? declared : {}
}

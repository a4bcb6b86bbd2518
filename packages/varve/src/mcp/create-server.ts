import {
  type CallToolRequest,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  type Root,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { ToolProfile } from '../operations/tool-profiles.ts'
import type { Calls } from '../serve/calls.ts'
import type { Memories } from '../serve/memories.ts'
import type { ProjectFolders } from '../serve/project-folders.ts'
import { describeTools } from './describe-tools.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { LongTexts } from './long-texts.ts'
import { MEMORY_TEMPLATES } from './memory-resources.ts'
import { DefaultJsonSchemaValidator } from './no-validator.ts'
import { listResources, readResource } from './resources.ts'
import { runTool } from './run-tool.ts'
import { toolsOf } from './tools/profiles.ts'

/** What the servers of one process share. */
export interface ServerParts {
  readonly version: string
  readonly profile: ToolProfile
  readonly memories: Memories
  readonly folders: ProjectFolders
  readonly calls: Calls
  /** How long a client may take to say which roots it has. */
  readonly patienceMs?: number
  say(text: string): void
}

const PATIENCE_MS = 5000

/** With the long texts of the last answers: another server may be asked for their next part. */
interface SharedParts extends ServerParts {
  readonly texts: LongTexts
}

/** Makes servers of both protocol eras: one a connection, or one a request. */
export function serverFactory(parts: ServerParts): McpServerFactory {
  const texts = new LongTexts()
  return () => createServer({ ...parts, texts })
}

function createServer(parts: SharedParts): Server {
  const { version, profile, folders, calls, say } = parts
  const server = new Server(
    { name: 'varve', title: 'Varve', version },
    {
      capabilities: { tools: {}, resources: {} },
      instructions: INSTRUCTIONS,
      jsonSchemaValidator: new DefaultJsonSchemaValidator(),
    },
  )
  server.onerror = (error) => say(`mcp: ${error.message}\n`)
  server.setRequestHandler('tools/list', async () => ({ tools: await describeTools(profile) }))
  server.setRequestHandler('tools/call', async (request, context) =>
    callTool(parts, server, request, context),
  )
  server.setRequestHandler('resources/list', async (_, { mcpReq }) => {
    // A list can't ask in its answer: where roots aren't known yet, the one address stands for all.
    await asksForRoots(parts, server, mcpReq)
    return { resources: listResources(folders.open(), profile) }
  })
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: profile === 'linksee' ? MEMORY_TEMPLATES : [],
  }))
  server.setRequestHandler('resources/read', async ({ params }, { mcpReq }) => {
    if (await asksForRoots(parts, server, mcpReq)) return ROOTS_PLEASE
    return calls.next(() =>
      readResource(params.uri, profile, (project) => parts.memories.at(folders.choose(project)).context),
    )
  })
  server.setNotificationHandler('notifications/roots/list_changed', () => folders.forgetRoots())
  return server
}

async function callTool(
  parts: SharedParts,
  server: Server,
  { params }: CallToolRequest,
  { mcpReq }: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { profile, memories, folders, calls, texts } = parts
  const tool = toolsOf(profile).find(({ name }) => name === params.name)
  if (tool === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name}`)
  }
  if (await asksForRoots(parts, server, mcpReq)) return ROOTS_PLEASE
  const { progressToken } = mcpReq._meta ?? {}
  const given = params.arguments ?? {}
  return calls.next(() =>
    runTool(tool, given, {
      signal: mcpReq.signal,
      texts,
      memory: () => memories.at(folders.choose(given.project)),
      progress(message, progress, total) {
        if (progressToken === undefined) return
        const told = { progressToken, progress, total, message }
        mcpReq.notify({ method: 'notifications/progress', params: told }).catch(() => undefined)
      },
    }),
  )
}

const ROOTS_PLEASE = inputRequired({ inputRequests: { roots: inputRequired.listRoots() } })

/** Finds the client's roots out, where they decide; whether it must be asked for them by an answer. */
async function asksForRoots(
  { folders, patienceMs = PATIENCE_MS }: ServerParts,
  server: Server,
  request: ServerContext['mcpReq'],
): Promise<boolean> {
  if (!folders.needRoots()) return false
  const roots = await rootsOf(server, request, patienceMs)
  if (roots === 'asked') return true
  folders.takeRoots(roots)
  return false
}

/** None where the client never declared that it has some, or doesn't say which. */
async function rootsOf(
  server: Server,
  { envelope, inputResponses }: ServerContext['mcpReq'],
  timeout: number,
): Promise<readonly Root[] | 'asked'> {
  if (envelope === undefined) {
    if (server.getClientCapabilities()?.roots === undefined) return []
    const listed = server.listRoots({}, { timeout })
    return listed.then(({ roots }) => roots).catch(() => [])
  }
  const { [CLIENT_CAPABILITIES_META_KEY]: declared }: { [name: string]: unknown } = envelope
  if (typeof declared !== 'object' || declared === null || !('roots' in declared)) return []
  if (inputResponses === undefined) return 'asked'
  return parseRoots(inputResponses.roots)
}

function parseRoots(answer: unknown): readonly Root[] {
  if (typeof answer !== 'object' || answer === null || !('roots' in answer)) return []
  return Array.isArray(answer.roots) ? answer.roots.filter((root) => typeof root?.uri === 'string') : []
}

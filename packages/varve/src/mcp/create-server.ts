import {
  type CallToolRequest,
  type CallToolResult,
  type InputRequiredResult,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'
import type { ToolProfile } from '../operations/tool-profiles.ts'
import type { Calls } from '../serve/calls.ts'
import type { Memories } from '../serve/memories.ts'
import type { ProjectFolders } from '../serve/project-folders.ts'
import { asksForRoots, ROOTS_PLEASE } from './client/ask-for-roots.ts'
import type { McpRequest } from './client/client-capabilities.ts'
import { describeTools } from './describe-tools.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { LongTexts } from './long-texts.ts'
import { MEMORY_TEMPLATES } from './memory-resources.ts'
import { DefaultJsonSchemaValidator } from './no-validator.ts'
import { listResources, readResource } from './resources.ts'
import { runTool } from './run-tool.ts'
import { SKILLS_EXTENSION, serveSkill } from './skill.ts'
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
  const { version, profile, say } = parts
  const server = new Server(
    { name: 'varve', title: 'Varve', version },
    {
      capabilities: {
        tools: {},
        resources: {},
        prompts: {},
        completions: {},
        logging: {},
        extensions: { [SKILLS_EXTENSION]: {} },
      },
      instructions: INSTRUCTIONS,
      jsonSchemaValidator: new DefaultJsonSchemaValidator(),
    },
  )
  server.onerror = ({ message }) => {
    say(`mcp: ${message}\n`)
    // Whoever reads a log reads what is said beside answers; where there is nobody, nothing is lost.
    server.sendLoggingMessage({ level: 'error', logger: 'varve', data: message }).catch(() => undefined)
  }
  server.setRequestHandler('tools/list', async () => ({ tools: await describeTools(profile) }))
  server.setRequestHandler('tools/call', async (request, { mcpReq }) =>
    callTool(parts, server, request, mcpReq),
  )
  serveResources(parts, server)
  servePrompts(parts, server)
  serveSkill(server)
  server.setNotificationHandler('notifications/roots/list_changed', () => parts.folders.forgetRoots())
  return server
}

function serveResources(parts: SharedParts, server: Server): void {
  const { profile, folders, calls, memories } = parts
  server.setRequestHandler('resources/list', async (_, { mcpReq }) => {
    // A list can't ask in its answer: where roots aren't known yet, the one address stands for all.
    await asks(parts, server, mcpReq)
    return { resources: listResources(folders.open(), profile) }
  })
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: profile === 'linksee' ? MEMORY_TEMPLATES : [],
  }))
  server.setRequestHandler('resources/read', async ({ params }, { mcpReq }) => {
    if (await asks(parts, server, mcpReq)) return ROOTS_PLEASE
    return calls.next(() =>
      readResource(params.uri, profile, (project) => memories.at(folders.choose(project)).context),
    )
  })
}

/** Loaded when a host first asks for them: few do at a start. */
function servePrompts({ profile, calls, memories, folders }: SharedParts, server: Server): void {
  server.setRequestHandler('prompts/list', async () => {
    const { listPrompts } = await import('./prompts/answer-prompts.ts')
    return { prompts: listPrompts() }
  })
  server.setRequestHandler('prompts/get', async ({ params }) => {
    const { getPrompt } = await import('./prompts/answer-prompts.ts')
    return getPrompt(params.name, params.arguments ?? {}, profile)
  })
  server.setRequestHandler('completion/complete', async ({ params }) => {
    const { completeArgument } = await import('./prompts/complete-argument.ts')
    return calls.next(() => completeArgument(params, () => memories.at(folders.choose(undefined)).context))
  })
}

function asks({ folders, patienceMs = PATIENCE_MS }: ServerParts, server: Server, request: McpRequest) {
  return asksForRoots(folders, server, request, patienceMs)
}

async function callTool(
  parts: SharedParts,
  server: Server,
  { params }: CallToolRequest,
  request: McpRequest,
): Promise<CallToolResult | InputRequiredResult> {
  const { profile, memories, folders, calls, texts } = parts
  const tool = toolsOf(profile).find(({ name }) => name === params.name)
  if (tool === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name}`)
  }
  if (await asks(parts, server, request)) return ROOTS_PLEASE
  const { progressToken } = request._meta ?? {}
  const given = params.arguments ?? {}
  return calls.next(() =>
    runTool(tool, given, {
      signal: request.signal,
      texts,
      memory: () => memories.at(folders.choose(given.project)),
      progress(message, progress, total) {
        if (progressToken === undefined) return
        const told = { progressToken, progress, total, message }
        request.notify({ method: 'notifications/progress', params: told }).catch(() => undefined)
      },
    }),
  )
}

import { type McpServerFactory, Server } from '@modelcontextprotocol/server'
import { callTool } from './call-tool.ts'
import { asksForRoots, ROOTS_PLEASE } from './client/ask-for-roots.ts'
import { clientCapabilities, type McpRequest } from './client/client-capabilities.ts'
import { OpenRuns } from './client/client-questions.ts'
import { describeTools } from './describe-tools.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { LongTexts } from './long-texts.ts'
import { MEMORY_TEMPLATES } from './memory-resources.ts'
import { DefaultJsonSchemaValidator } from './no-validator.ts'
import { listResources, readResource } from './resources.ts'
import type { ServerParts, SharedParts } from './server-parts.ts'
import { SKILLS_EXTENSION, serveSkill } from './skill.ts'

const PATIENCE_MS = 5000

/** Makes servers of both protocol eras: one a connection, or one a request. */
export function serverFactory(parts: ServerParts): McpServerFactory {
  const shared = { ...parts, texts: new LongTexts(), runs: new OpenRuns() }
  return () => createServer(shared)
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
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    if (await asks(parts, server, mcpReq)) return ROOTS_PLEASE
    return callTool(parts, params, mcpReq, clientCapabilities(server, mcpReq))
  })
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

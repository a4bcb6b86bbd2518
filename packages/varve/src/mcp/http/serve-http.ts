import { hostname } from 'node:os'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { accessToken } from '../../http/access-token.ts'
import { admission } from '../../http/admission.ts'
import { API, answerOperation } from '../../http/answer-operation.ts'
import { startWebServer, type WebServer } from '../../http/start-web-server.ts'
import type { HttpAddress } from '../../operations/context.ts'
import type { ToolProfile } from '../../operations/tool-profiles.ts'
import { MOST_MESSAGE_BYTES } from '../../serve/most-message-bytes.ts'
import { ServedProject } from '../../serve/served-project.ts'
import type { ServerHost } from '../../serve/server-host.ts'
import { untilParentIsGone } from '../../serve/until-parent-is-gone.ts'
import { serverFactory } from '../create-server.ts'

const PATH = '/mcp'

/** Serves clients on this machine, and others that are let in, until the process is told to end. */
export async function serveHttp(host: ServerHost, profile: ToolProfile, address: HttpAddress): Promise<void> {
  // Before the address is told: whoever waits for it may interrupt at once.
  const ended = untilParentIsGone()
  const { token, source } = accessToken(host.cwd, host.env)
  const server = await startServer(host, { ...address, profile, token })
  host.say(`MCP: ${server.url}${PATH}\nOperations: ${server.url}${API}\nToken: in ${source}\n`)
  await ended
  await server.close()
}

export interface ServedAddress extends HttpAddress {
  readonly profile: ToolProfile
  readonly token: string
}

/** Both eras of the protocol, and operations by their names; all calls one after another. */
export async function startServer(
  host: ServerHost,
  { profile, token, ...address }: ServedAddress,
): Promise<WebServer> {
  const { version, say } = host
  const project = new ServedProject(host)
  const { memories, folders, calls } = project
  const tell = (error: unknown) => say(`mcp: ${error instanceof Error ? error.message : error}\n`)
  const handler = createMcpHandler(serverFactory({ version, profile, memories, folders, calls, say }), {
    onerror: tell,
    maxRequestBodySize: MOST_MESSAGE_BYTES,
  })
  const server = await startWebServer({
    ...address,
    refuse: admission({ token, host: address.host, names: [hostname()] }),
    command: 'varve mcp --http',
    onError: tell,
    mostBytes: MOST_MESSAGE_BYTES,
    async answer(request) {
      const { pathname } = new URL(request.url)
      if (pathname === PATH) return handler.fetch(request)
      if (pathname.startsWith(API)) return answerOperation(request, (asked) => project.run(asked))
      return new Response(null, { status: 404 })
    },
  })
  return {
    url: server.url,
    async close() {
      await handler.close()
      await server.close()
      await project.close()
    },
  }
}

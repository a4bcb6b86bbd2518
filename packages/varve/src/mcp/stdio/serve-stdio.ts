import { serveStdio as serveConnection } from '@modelcontextprotocol/server/stdio'
import type { ToolProfile } from '../../operations/tool-profiles.ts'
import { Calls } from '../../serve/calls.ts'
import { Memories } from '../../serve/memories.ts'
import { ProjectFolders } from '../../serve/project-folders.ts'
import type { ServerHost } from '../../serve/server-host.ts'
import { untilParentIsGone } from '../../serve/until-parent-is-gone.ts'
import { serverFactory } from '../create-server.ts'
import { guardOutput } from './guard-output.ts'
import { LineTransport } from './line-transport.ts'

/** Serves the one agent that started this process, until it ends its side or is gone. */
export async function serveStdio(host: ServerHost, profile: ToolProfile): Promise<void> {
  const write = guardOutput()
  const transport = new LineTransport({ input: process.stdin, write })
  const memories = new Memories(host)
  const folders = new ProjectFolders(host)
  const { version, say } = host
  const ended = Promise.withResolvers<void>()
  const connection = serveConnection(
    serverFactory({ version, profile, memories, folders, calls: new Calls(), say }),
    {
      transport,
      onerror: (error) => say(`mcp: ${error.message}\n`),
    },
  )
  const told = transport.onclose
  transport.onclose = () => {
    told?.()
    ended.resolve()
  }
  await Promise.race([ended.promise, untilParentIsGone()])
  await connection.close()
  memories.close()
}

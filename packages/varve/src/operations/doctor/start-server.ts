import { spawnSync } from 'node:child_process'
import type { Issue } from '@varve/core'
import type { Machine } from '../../agents/agent.ts'
import type { Installation } from '../../agents/check-agents.ts'
import { MCP_COMMAND, MCP_WORDS } from '../../agents/mcp-entry.ts'

/** What agents wait for at most, by their own default. */
const TIMEOUT_MS = 5000

const OPENING = [
  {
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'varve doctor', version: '1' },
    },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
]

/**
 * Starts the server of tools as agents would: by its name, in the project, in this environment, without a
 * shell but on Windows, where the command is a script; and asks for its tools. Once, because it is the same entry everywhere.
 */
export function startServer(installations: readonly Installation[], machine: Machine): readonly Issue[] {
  const agents = installations.filter(({ parts }) => parts.includes('mcp')).map(({ agent }) => agent)
  if (agents.length === 0) return []
  const { status, stdout, error } = spawnSync(MCP_COMMAND, MCP_WORDS, {
    shell: machine.platform === 'win32',
    cwd: machine.projectTop,
    env: { ...machine.env },
    input: OPENING.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''),
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  })
  // One that ends before it was asked closes its input: what it printed says more than that.
  const why = error === undefined || isClosed(error) ? problemOf(status, stdout) : startProblem(error)
  if (why === undefined) return []
  const titles = [...new Set(agents.map(({ title }) => title))].join(', ')
  return [
    {
      code: 'agent_server_fails',
      severity: 'error',
      subjects: [...new Set(agents.map(({ name }) => name))],
      message: `the tools of ${titles}, started as they would start them, fail: ${why}`,
      fix: [isMissing(error) ? 'npm install --global varve' : `${MCP_COMMAND} ${MCP_WORDS.join(' ')}`],
    },
  ]
}

function startProblem(error: Error): string {
  return isMissing(error) ? `there is no command ${MCP_COMMAND} on the path` : error.message
}

function isClosed(error: Error): boolean {
  return 'code' in error && error.code === 'EPIPE'
}

function isMissing(error: Error | undefined): boolean {
  return error !== undefined && 'code' in error && error.code === 'ENOENT'
}

/** What an agent would stumble over in the answer; undefined where there is nothing. */
function problemOf(status: number | null, stdout: string): string | undefined {
  if (status !== 0) return `it ended with ${status}`
  const lines = stdout.split('\n').filter((line) => line !== '')
  const replies = lines.map(parse)
  const at = replies.indexOf(undefined)
  if (at >= 0) return `it printed ${JSON.stringify((lines[at] ?? '').slice(0, 120))}`
  const listed = replies.find((reply) => reply?.id === 2)?.result?.tools
  return Array.isArray(listed) && listed.length > 0 ? undefined : 'it listed no tools'
}

interface Reply {
  readonly id?: unknown
  readonly result?: { readonly tools?: unknown }
}

function parse(line: string): Reply | undefined {
  try {
    const value: Reply | null = JSON.parse(line)
    return typeof value === 'object' && value !== null && 'jsonrpc' in value ? value : undefined
  } catch {
    return undefined
  }
}

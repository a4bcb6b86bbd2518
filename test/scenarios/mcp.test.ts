import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach, describe, expect, it } from 'vitest'
import { describeTools } from '../../packages/varve/src/mcp/describe-tools.ts'
import { TOOL_PROFILES } from '../../packages/varve/src/operations/tool-profiles.ts'
import { McpProcess } from './processes/mcp-process.ts'
import { BIN, NODE, Sandbox } from './sandbox.ts'

let sandbox: Sandbox
const running: McpProcess[] = []
const open = (
  ...options: ConstructorParameters<typeof McpProcess> extends [unknown, ...infer Rest] ? Rest : never
) => {
  const server = new McpProcess(sandbox, ...options)
  running.push(server)
  return server
}
const opened = (): Sandbox => {
  sandbox = new Sandbox()
  return sandbox
}

afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL')
  await Promise.all(running.splice(0).map(({ ended }) => ended))
  sandbox.remove()
})

describe('varve mcp, as agents start it', () => {
  it('is understood by the protocol’s own client, in both of its eras, with the tools that the sources describe', async () => {
    const { project, env } = opened()
    for (const mode of ['legacy', 'auto'] as const) {
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
      const strings = Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined)
      await client.connect(
        new StdioClientTransport({
          command: NODE,
          args: [BIN, 'mcp'],
          cwd: project,
          env: Object.fromEntries(strings),
          stderr: 'pipe',
        }),
      )
      const { tools } = await client.listTools()
      expect(tools).toEqual(await describeTools('default'))
      const added = await client.callTool({ name: 'varve_add', arguments: { text: `Said in ${mode}.` } })
      expect(added.structuredContent).toMatchObject({ status: 'added' })
      const found = await client.callTool({ name: 'varve_search', arguments: { query: 'said' } })
      expect(found.structuredContent).toMatchObject({ total: mode === 'legacy' ? 1 : 2 })
      expect(client.getNegotiatedProtocolVersion()).toBe(mode === 'legacy' ? '2025-11-25' : '2026-07-28')
      await client.close()
    }
    expect(sandbox.askJson(['log'])).toMatchObject({ items: [{ via: 'mcp' }, { via: 'mcp' }] })
  })

  it('makes ten entities of what eight servers add at once of ten names, however each spells them [LK-01]', async () => {
    opened()
    const spellings = [
      (at: number) => `CockpitMCP ${at}`,
      (at: number) => `Cockpit MCP ${at}`,
      (at: number) => `cockpit-mcp-${at}`,
      (at: number) => `Cockpit_MCP_${at}`,
    ]
    const servers = await Promise.all(
      Array.from({ length: 8 }, () => open({ args: ['--profile', 'linksee'] }).start()),
    )
    const noted = async (server: McpProcess, who: number, n: number): Promise<void> => {
      const { result } = await server.call('remember', {
        entity_name: spellings[(who + n) % spellings.length]?.(n % 10),
        entity_kind: 'project',
        layer: 'implementation',
        content: `Note ${n} of writer ${who} names port ${4000 + 50 * who + n}.`,
      })
      // On a machine that is short of processors, as an agent would: once more.
      if (JSON.stringify(result?.structuredContent).includes('"busy"')) return noted(server, who, n)
      expect(result?.isError ?? false, JSON.stringify(result)).toBe(false)
    }
    await Promise.all(
      servers.map(async (server, who) => {
        for (let n = 0; n < 50; n += 1) await noted(server, who, n)
      }),
    )
    const { total, items } = sandbox.askJson<{ total: number; items: { memories: number }[] }>(['entities'])
    expect(total).toBe(10)
    expect(items.map(({ memories }) => memories)).toEqual(Array.from({ length: 10 }, () => 40))
  })

  it('prints nothing but JSON-RPC, with DEBUG on, a failing store, a crash and deprecations; refuses 20 MB and goes on [AG-19] [AG-22] [RS-51] [BR-59]', async () => {
    opened()
    sandbox.ask(['add', 'Use pnpm.'])
    const crash = sandbox.write('crash.cjs', NOISE)
    const server = await open({
      args: ['--profile', 'full'],
      nodeArgs: ['--require', crash],
      env: { DEBUG: '*', VARVE_DEBUG: '1', NODE_DEBUG: 'fs' },
    }).start()
    const { result } = await server.request('tools/list')
    const { tools } = result as unknown as { tools: readonly { name: string }[] }
    const names = tools.map(({ name }) => name)
    for (const name of names) {
      await server.call(name, {})
      await server.call(name, {
        id: 'ffff',
        text: 'x',
        query: 'x',
        handle: '\u0000',
        action: 'run',
        dry_run: true,
      })
    }
    const big = await server.call('varve_add', { text: 'x'.repeat(20 * 1024 * 1024) })
    expect(big.error?.message).toContain('bytes')
    writeFileSync(sandbox.database(), 'this is no database'.repeat(1000))
    expect((await server.call('varve_search', { query: 'pnpm' })).result?.isError ?? true).toBe(true)
    expect((await server.request('ping')).result).toEqual({})
    expect(await server.end()).toBe(0)
    for (const line of server.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
    expect(server.stderr).toContain('crashed on purpose')
    expect(server.stderr).toContain('printed on purpose')
  })

  it('answers its first requests within a second of work, and writes nothing before [AG-16] [RS-51]', async () => {
    opened()
    const report = sandbox.write(
      'report.cjs',
      `process.on('exit', () => require('node:fs').writeFileSync('cpu.json', JSON.stringify(process.cpuUsage())))`,
    )
    const server = open({ nodeArgs: ['--require', report] })
    await server.start()
    await server.request('tools/list')
    await server.end()
    const { user, system } = JSON.parse(readFileSync(join(sandbox.project, 'cpu.json'), 'utf8'))
    expect((user + system) / 1000).toBeLessThan(1000)
    expect(existsSync(sandbox.home)).toBe(false)
    expect(readdirSync(sandbox.project).toSorted()).toEqual(['cpu.json', 'report.cjs'])
  })

  it('keeps all of 50 statements that each of two servers was given at once [BR-27]', async () => {
    opened()
    const servers = await Promise.all([open().start(), open().start()])
    const replies = await Promise.all(
      servers.flatMap((server, s) =>
        Array.from({ length: 50 }, (_, n) => server.call('varve_add', { text: `Server ${s} says ${n}.` })),
      ),
    )
    const ids = replies.map(({ result }) => result?.structuredContent?.id)
    expect(new Set(ids).size).toBe(100)
    const { items } = sandbox.askJson<{ items: { id: string }[] }>(['list', '--limit', '0'])
    expect(items.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    expect(sandbox.ask(['doctor']).status).toBe(0)
  })

  it('loses nothing that it acknowledged when it is killed, and needs no repair [BR-31]', async () => {
    opened()
    const acknowledged: unknown[] = []
    for (let round = 0; round < 8; round++) {
      const server = await open().start()
      const calls = Array.from({ length: 6 }, (_, n) =>
        server.call('varve_add', { text: `Round ${round}, ${n}.` }),
      )
      const told = calls.map((call) =>
        call.then(({ result }) => acknowledged.push(result?.structuredContent?.id)),
      )
      // Each round is killed a little further into the same work.
      await told[round % calls.length]
      server.child.kill('SIGKILL')
      await server.ended
    }
    const { items } = sandbox.askJson<{ items: { id: string }[] }>(['list', '--limit', '0'])
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
    expect(acknowledged.length).toBeGreaterThanOrEqual(8)
    expect(sandbox.ask(['doctor']).status).toBe(0)
  })

  it('ends when the agent does, or is told to', async () => {
    opened()
    expect(await (await open().start()).end()).toBe(0)
    const interrupted = await open().start()
    interrupted.child.kill('SIGTERM')
    expect(await interrupted.ended).toBe(0)
  })

  it('serves over HTTP whoever shows the token that it names, until it is told to end', async () => {
    opened()
    const server = open({ args: ['--http', '--port', '0'] })
    await expect.poll(() => server.stderr, { timeout: 20_000 }).toContain('Token: in ')
    const [, url = '', file = ''] = /^Operations: (\S+)\nToken: in (.+)$/m.exec(server.stderr) ?? []
    const ask = (token: string) =>
      fetch(`${url}add`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: '{"text":"Use pnpm."}',
      })
    expect((await ask('none')).status).toBe(401)
    expect(await (await ask(readFileSync(file, 'utf8').trim())).json()).toMatchObject({ status: 'added' })
    expect(sandbox.askJson(['log'])).toMatchObject({ items: [{ via: 'http' }] })
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.lines).toEqual([])
  })

  it('describes in the bundle what the sources describe, in every profile', async () => {
    opened()
    for (const profile of TOOL_PROFILES) {
      const server = await open({ args: ['--profile', profile] }).start()
      const { result } = await server.request('tools/list')
      expect(result?.tools).toEqual(JSON.parse(JSON.stringify(await describeTools(profile))))
      await server.end()
    }
  })
})

/** Runs before the server in its process: prints where only the protocol may, and throws where nobody catches. */
const NOISE = `
setTimeout(() => {
  console.log('printed on purpose')
  process.stdout.write('printed on purpose\\n')
  process.emitWarning('deprecated on purpose', 'DeprecationWarning')
  Promise.reject(new Error('crashed on purpose'))
  throw new Error('crashed on purpose')
}, 400)
`

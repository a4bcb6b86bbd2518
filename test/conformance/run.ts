import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Sandbox } from '../scenarios/sandbox.ts'

// Holds `varve mcp --http` to the official suite. That is 50 MB in a hundred packages, so it is fetched when
// it is run, and is no dependency.
const SUITE = '@modelcontextprotocol/conformance@0.1.16'
const BASELINE = fileURLToPath(new URL('expected-failures.yml', import.meta.url))
const TOKEN = 'token-of-the-conformance-suite'

const sandbox = new Sandbox()
const { child, ended } = sandbox.spawn(['mcp', '--http', '--port', '0'], { env: { VARVE_HTTP_TOKEN: TOKEN } })
const door = await openDoor(await addressOf(child))
const suite = spawn('npx', ['-y', SUITE, 'server', '--url', door.url, '--expected-failures', BASELINE], {
  stdio: 'inherit',
  cwd: sandbox.folder,
})
const [status] = await once(suite, 'exit')
door.close()
child.kill()
await ended
sandbox.remove()
process.exitCode = typeof status === 'number' ? status : 1

/** What the server says at its start. */
async function addressOf({ stderr }: ChildProcess): Promise<string> {
  const [said = ''] = stderr === null ? [] : await once(stderr, 'data')
  const [, url] = /MCP: (\S+)/.exec(said) ?? []
  if (url === undefined) throw new Error(`the server didn’t start: ${said}`)
  return url
}

/** The suite shows no token: what it asks is passed on with ours. */
async function openDoor(to: string): Promise<{ readonly url: string; close(): void }> {
  const passing = createServer((asked, answer) => {
    const { method } = asked
    const headers = { ...asked.headers, authorization: `Bearer ${TOKEN}` }
    const passed = request(to, { method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 500, given.headers)
      given.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  passing.listen(0, '127.0.0.1')
  await once(passing, 'listening')
  // What listens on a port is always at an address.
  const { port } = passing.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/mcp`, close: () => passing.close() }
}

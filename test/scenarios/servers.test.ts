import { type ChildProcess, spawn } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BIN, NODE, Sandbox } from './sandbox.ts'

let sandbox: Sandbox
let started: ChildProcess[] = []
beforeEach(() => {
  sandbox = new Sandbox()
})
afterEach(() => {
  for (const child of started) child.kill('SIGKILL')
  started = []
  sandbox.remove()
})

/** What a server says of itself, once it serves. */
function firstWords({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    stderr?.once('data', (text) => resolve(String(text)))
    stderr?.once('end', () => reject(new Error('it ended without a word')))
  })
}

const STRONG = '0123456789abcdef0123456789abcdef'
const serve = (args: readonly string[], token = STRONG) => {
  const { child, ended } = sandbox.spawn(args, { env: { VARVE_HTTP_TOKEN: token } })
  started.push(child)
  return { child, ended }
}

describe('a server that stays', () => {
  it('listens to this machine alone, unless it is told otherwise and its token can’t be guessed [RS-55]', async () => {
    const outside = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4')?.address
    const reaches = async (url: string, host: string) => {
      const asked = new URL(url)
      asked.hostname = host
      return fetch(asked, { headers: { connection: 'close' } }).then(
        () => true,
        () => false,
      )
    }
    for (const args of [['ui'], ['mcp', '--http']]) {
      const { child, ended } = serve([...args, '--port', '0'])
      const [url = ''] = /http:\S+/.exec(await firstWords(child)) ?? []
      expect(new URL(url).hostname).toBe('127.0.0.1')
      expect(await reaches(url, '127.0.0.1')).toBe(true)
      if (outside !== undefined) expect(await reaches(url, outside), args.join(' ')).toBe(false)
      child.kill('SIGTERM')
      await ended
    }
    expect(sandbox.run(['ui', '--host', '0.0.0.0']).status).toBe(2)
    const open = ['mcp', '--http', '--port', '0', '--host', '0.0.0.0']
    const refused = sandbox.run(open, { env: { VARVE_HTTP_TOKEN: STRONG } })
    expect(refused).toMatchObject({ status: 2, stdout: '' })
    expect(refused.stderr).toContain('varve mcp --http --host 0.0.0.0 --allow-remote')
    const guessed = await serve([...open, '--allow-remote'], STRONG.slice(1)).ended
    expect(guessed.status).toBe(2)
    expect(guessed.stderr).toContain('128 bits')
    const { child } = serve([...open, '--allow-remote'])
    const [url = ''] = /http:\S+/.exec(await firstWords(child)) ?? []
    expect(await reaches(url, outside ?? '127.0.0.1')).toBe(true)
  })

  it('ends within a minute with the program that started it, whatever ended that [RS-10]', async () => {
    const gone = [['ui', '--port', '0'], ['mcp', '--http', '--port', '0'], ['mcp']].map(async (args) => {
      // A program that starts the server and tells its id; killed, it can tell it nothing more.
      const program = `const c = require('node:child_process').spawn(process.execPath, ${JSON.stringify([BIN, ...args])},
        { stdio: ['pipe', 'ignore', 'pipe'] })
        const told = () => console.log(c.pid)
        ${args.length === 1 ? 'told()' : "c.stderr.once('data', told)"}
        setInterval(() => {}, 1000)`
      const parent = spawn(NODE, ['-e', program], { cwd: sandbox.project, env: sandbox.env })
      started.push(parent)
      const pid = await new Promise<number>((resolve) =>
        parent.stdout.once('data', (text) => resolve(Number(text))),
      )
      expect(isThere(pid)).toBe(true)
      parent.kill('SIGKILL')
      const end = performance.now() + 60_000
      while (isThere(pid) && performance.now() < end) await new Promise((next) => setTimeout(next, 100))
      const isLeft = isThere(pid)
      if (isLeft) process.kill(pid, 'SIGKILL')
      expect(isLeft, args.join(' ')).toBe(false)
    })
    await Promise.all(gone)
  }, 90_000)
})

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

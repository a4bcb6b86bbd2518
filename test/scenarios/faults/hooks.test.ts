import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  closeSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isReadOnlyPossible, isSmallDiskPossible, mountSmallDisk, protectFolder } from '../processes/disks.ts'
import { readTree } from '../read-tree.ts'
import { NODE, ROOT, Sandbox, startProcess } from '../sandbox.ts'

const HOOK = join(ROOT, 'packages/varve/bundle/hook.mjs')
const SILENT = { status: 0, stdout: '', stderr: '' }

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox({ keepsOwnCode: true })
  sandbox.ask(['add', 'Deploys go to port 3001.', '--category', 'operations'])
})
afterEach(() => sandbox.remove())

interface Firing {
  readonly event?: string
  readonly agent?: string
  readonly input?: string | object
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
}

function fire({ event = 'session-start', agent = 'claude-code', input = {}, env = {}, cwd }: Firing) {
  const { status, stdout, stderr } = spawnSync(NODE, [HOOK, event, '--agent', agent], {
    cwd: cwd ?? sandbox.project,
    env: { ...sandbox.env, VARVE_NO_WORKER: '1', ...env },
    input: typeof input === 'string' ? input : JSON.stringify({ session_id: `s${++sessions}`, ...input }),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  return { status, stdout, stderr }
}
let sessions = 0

/** The two events at which the memory is read, and one at which something is left. */
function fireAll(more: Firing = {}) {
  const transcript = { transcript_path: join(sandbox.folder, 'none.jsonl') }
  return [
    fire({ ...more, event: 'session-start' }),
    fire({ ...more, event: 'prompt', input: { prompt: 'which port do deploys go to?' } }),
    fire({ ...more, event: 'turn-end', input: transcript }),
  ]
}

const ALL_SILENT = [SILENT, SILENT, SILENT]

function dataDir(): string {
  const projects = join(sandbox.home, 'projects')
  return join(projects, readdirSync(projects)[0] ?? '')
}
const database = () => join(dataDir(), 'varve.db')

function contextOf({ stdout }: { readonly stdout: string }): string {
  return JSON.parse(stdout).hookSpecificOutput.additionalContext
}

describe('whatever is wrong, a hook ends with 0 and says nothing [AG-01, RS-01]', () => {
  test.each(['', 'no json', '[1,2]', '{"session_id":', `{"prompt":"${'x'.repeat(2 ** 25)}"}`])(
    'input %#',
    (input) => {
      expect(fire({ event: 'turn-end', input })).toEqual(SILENT)
      expect(fire({ event: 'prompt', input })).toEqual(SILENT)
    },
  )

  test('an event or an agent that nobody knows, a folder that is gone, a configuration that can’t be read', () => {
    expect(fire({ event: 'session-started' })).toEqual(SILENT)
    expect(fire({ agent: 'emacs' })).toEqual(SILENT)
    expect(fire({ input: { cwd: join(sandbox.folder, 'gone') } })).toEqual(SILENT)
    mkdirSync(join(sandbox.project, '.varve'), { recursive: true })
    writeFileSync(join(sandbox.project, '.varve/config.json'), '{"memory": }')
    expect(fireAll()).toEqual(ALL_SILENT)
  })

  test('a damaged database, one of a newer program, and none', () => {
    const path = database()
    const bytes = readFileSync(path)
    for (const damaged of [
      Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(bytes.length - 100, 7)]),
      'none',
    ]) {
      writeFileSync(path, damaged)
      expect(fireAll()).toEqual(ALL_SILENT)
    }
    writeFileSync(path, bytes)
    const newer = new DatabaseSync(path)
    newer.exec('PRAGMA user_version = 9999')
    newer.close()
    expect(fireAll()).toEqual(ALL_SILENT)
    rmSync(path)
    expect(fireAll()).toEqual(ALL_SILENT)
    expect(existsSync(path)).toBe(false)
  })

  test('a worker that dies, for want of memory too: what the hook left is still there', () => {
    const transcript_path = join(sandbox.folder, 'session.jsonl')
    writeFileSync(transcript_path, '{}\n')
    const env = { VARVE_NO_WORKER: undefined, NODE_OPTIONS: '--max-old-space-size=8' }
    expect(fire({ event: 'turn-end', input: { transcript_path }, env })).toEqual(SILENT)
    expect(fire({ event: 'session-end', input: { transcript_path } })).toEqual(SILENT)
    expect(readdirSync(join(dataDir(), 'spool')).some((name) => name.endsWith('.json'))).toBe(true)
  })

  test('a store that another process holds for itself alone is not waited for [AG-04]', () => {
    const holder = new DatabaseSync(database())
    holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM meta WHERE 0')
    for (const fired of fireAll()) expect(fired).toMatchObject({ status: 0, stderr: '' })
    holder.exec('ROLLBACK')
    holder.close()
  })

  test('ten thousand entries, a store that is held and 32 MB of input, all at once [AG-40]', () => {
    const facts = Array.from({ length: 10_000 }, (_, n) =>
      JSON.stringify({
        id: `fact-${n}`,
        text: `Deploys of service ${n} go to port ${n}.`,
        category: 'operations',
      }),
    )
    writeFileSync(join(sandbox.project, 'facts.jsonl'), `${facts.join('\n')}\n`)
    sandbox.ask(['import', 'facts.jsonl'])
    const prompt = 'which port do deploys of service 7777 go to?'
    expect(contextOf(fire({ event: 'prompt', input: { prompt } }))).toContain('port 7777')
    const holder = new DatabaseSync(database())
    holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM meta WHERE 0')
    const input = { prompt: prompt.padEnd(2 ** 25, 'x') }
    expect(fire({ event: 'prompt', input })).toEqual(SILENT)
    expect(fire({ event: 'session-start', input })).toEqual(SILENT)
    holder.exec('ROLLBACK')
    holder.close()
  })

  test('no folder of one’s own is named anywhere', () => {
    const env = { HOME: undefined, VARVE_HOME: undefined, XDG_DATA_HOME: undefined, USERPROFILE: undefined }
    for (const fired of [fire({ env }), fire({ event: 'prompt', input: { prompt: 'which port?' }, env })]) {
      expect(fired).toEqual(SILENT)
    }
    expect(fireAll({ env: { ...env, HOME: '/dev/null' } })).toEqual(ALL_SILENT)
  })

  test.skipIf(!isReadOnlyPossible())('the home may only be read', () => {
    const release = protectFolder(sandbox.home)
    try {
      expect(fireAll()).toEqual(ALL_SILENT)
    } finally {
      release()
    }
  })

  test.skipIf(!isSmallDiskPossible())('the disk is full', () => {
    const place = new Sandbox({ keepsOwnCode: true })
    const disk = mountSmallDisk(place.home, 512)
    try {
      const [real] = [sandbox]
      sandbox = place
      sandbox.run(['add', 'Known before'], { env: { NODE_DISABLE_COMPILE_CACHE: '1' } })
      try {
        writeFileSync(join(place.home, 'rest'), Buffer.alloc(2 ** 20))
      } catch {
        // As was meant: there is no room left.
      }
      expect(fireAll()).toEqual(ALL_SILENT)
      sandbox = real
    } finally {
      disk.unmount()
      place.remove()
    }
  })

  test('git is not there, nor the folder that the hook is started in', () => {
    sandbox.git('init', '-q', '-b', 'main')
    for (const fired of fireAll({ env: { PATH: '/nowhere' } })) {
      expect(fired).toMatchObject({ status: 0, stderr: '' })
    }
    const gone = join(sandbox.folder, 'gone')
    mkdirSync(gone)
    const script = `cd "$1" && rmdir "$1" && exec "$2" "$3" session-start`
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script, 'sh', gone, NODE, HOOK], {
      env: sandbox.env,
      input: '{}',
      encoding: 'utf8',
    })
    expect({ status, stdout, stderr }).toEqual(SILENT)
  })

  test('input that never ends, or is never closed, is given up', () => {
    const run = (feed: string) => {
      const script = `${feed} | "$1" "$2" prompt; echo "status $?"`
      return spawnSync('bash', ['-c', script, 'bash', NODE, HOOK], { env: sandbox.env, encoding: 'utf8' })
    }
    expect(run('yes').stdout).toBe('status 0\n')
    expect(run('sleep 4').stdout).toBe('status 0\n')
  })
})

test('a hook neither makes nor upgrades nor changes a store [AG-11]', () => {
  const whole = readFileSync(database())
  expect(fireAll()[0]?.stdout).not.toBe('')
  expect(readFileSync(database()).equals(whole)).toBe(true)
  const older = new DatabaseSync(database())
  older.exec('PRAGMA user_version = 1; PRAGMA wal_checkpoint(TRUNCATE)')
  older.close()
  const bytes = readFileSync(database())
  expect(fireAll()).toEqual(ALL_SILENT)
  expect(readFileSync(database()).equals(bytes)).toBe(true)
  rmSync(database())
  expect(fireAll()).toEqual(ALL_SILENT)
  expect(existsSync(database())).toBe(false)
})

test('with debugging on, the document is the same, and what failed is said in one line beside it [AG-03]', () => {
  const plain = ['claude-code', 'codex', 'gemini-cli', 'cursor'].map((agent) => [
    fire({ agent }),
    fire({ agent, event: 'turn-end' }),
  ])
  const debugged = ['claude-code', 'codex', 'gemini-cli', 'cursor'].map((agent) => [
    fire({ agent, env: { VARVE_DEBUG: '1' } }),
    fire({ agent, event: 'turn-end', env: { VARVE_DEBUG: '1' } }),
  ])
  expect(debugged).toEqual(plain)
  for (const { stdout } of plain.flat()) {
    if (stdout === '') continue
    expect(stdout.match(/\n/g)).toHaveLength(1)
    expect(typeof JSON.parse(stdout)).toBe('object')
  }
  writeFileSync(database(), 'not a database')
  // What was kept ready would still be told.
  rmSync(join(dataDir(), 'starts'), { recursive: true, force: true })
  expect(fire({})).toEqual(SILENT)
  const { status, stdout, stderr } = fire({ env: { VARVE_DEBUG: '1' } })
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
  expect(stderr).toMatch(/^[^\n]*not a database[^\n]*\n$/)
})

test('no event is blocked, whatever the agent: a hook never decides anything [RS-05]', () => {
  for (const agent of ['claude-code', 'codex', 'gemini-cli', 'cursor', 'opencode']) {
    for (const fired of fireAll({ agent })) {
      expect(fired.status).toBe(0)
      expect(fired.stdout).not.toMatch(/"(?:decision|continue|permission\w*|followup_message|stopReason)"/)
    }
  }
})

test('time zone and language of the host change nothing [AG-39]', () => {
  const outputs = [
    { TZ: 'UTC', LANG: 'C', LC_ALL: 'C' },
    { TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
    { TZ: 'America/Los_Angeles', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
  ].map((env) => [
    fire({ env }).stdout,
    fire({ env, event: 'prompt', input: { prompt: 'which port for deploys?' } }).stdout,
  ])
  expect(outputs[0]?.every((text) => text !== '')).toBe(true)
  expect(outputs[1]).toEqual(outputs[0])
  expect(outputs[2]).toEqual(outputs[0])
})

test('a prompt in a language without spaces brings what it is about [BR-44]', () => {
  sandbox.ask(['add', '部署方案使用端口3001'])
  sandbox.ask(['add', '배포 포트는 3001이다'])
  sandbox.ask(['add', 'デプロイはポート3001を使う'])
  const recalled = (prompt: string) => contextOf(fire({ event: 'prompt', input: { prompt } }))
  expect(recalled('我们现在的部署端口是多少？')).toContain('部署方案使用端口3001')
  expect(recalled('배포 포트가 뭐야?')).toContain('배포 포트는 3001이다')
  expect(recalled('デプロイのポートは？')).toContain('デプロイはポート3001を使う')
})

test('where hooks are switched off, nothing is left anywhere', () => {
  const before = readTree(sandbox.home)
  for (const env of [{ VARVE_DISABLE: '1' }, { VARVE_SESSION: '1' }]) {
    expect(fireAll({ env: { ...env, NODE_DISABLE_COMPILE_CACHE: '1' } })).toEqual(ALL_SILENT)
  }
  expect(readTree(sandbox.home)).toEqual(before)
})

describe('what hooks leave for another process', () => {
  /** The bundle of hooks beside a worker of the test's, which tells of itself and stays until it may end. */
  function withWorker(): {
    readonly hook: string
    readonly started: () => readonly string[]
    readonly end: () => void
  } {
    const folder = join(sandbox.folder, 'bundle')
    const [log, over] = [join(sandbox.folder, 'started'), join(sandbox.folder, 'over')]
    cpSync(join(ROOT, 'packages/varve/bundle/hook-chunks'), join(folder, 'hook-chunks'), { recursive: true })
    cpSync(HOOK, join(folder, 'hook.mjs'))
    writeFileSync(
      join(folder, 'varve.mjs'),
      `import { appendFileSync, existsSync } from 'node:fs'
       appendFileSync(${JSON.stringify(log)}, JSON.stringify([process.execPath, ...process.argv.slice(2)]) + '\\n')
       for (let n = 0; n < 600 && !existsSync(${JSON.stringify(over)}); n++) await new Promise((r) => setTimeout(r, 50))`,
    )
    return {
      hook: join(folder, 'hook.mjs'),
      started: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
      end: () => writeFileSync(over, ''),
    }
  }

  const typed = (session: number) =>
    `${JSON.stringify({ type: 'user', uuid: `u${session}`, sessionId: `s${session}`, timestamp: '2026-03-07T10:00:00Z', cwd: sandbox.project, message: { role: 'user', content: 'Always use pnpm, never npm.' } })}\n`

  test('ten hooks at once start one worker, by no shell, and wait for none of it; all that they left is taken in [AG-04, AG-06, BR-29, RS-06]', async () => {
    const { hook, started, end } = withWorker()
    // Whatever is looked for by name would tell.
    const bin = join(sandbox.folder, 'bin')
    mkdirSync(bin)
    for (const name of ['sh', 'bash', 'npx', 'npm', 'git', 'node', 'env']) {
      writeFileSync(join(bin, name), `#!/bin/sh\n: > ${join(sandbox.folder, `ran-${name}`)}\n`)
      chmodSync(join(bin, name), 0o755)
    }
    const env = { ...sandbox.env, PATH: bin, SHELL: join(bin, 'sh') }
    try {
      const hooks = ['turn-end', 'session-end'].flatMap((event) =>
        [1, 2, 3, 4, 5].map((session) => {
          const transcript_path = join(sandbox.folder, `${session}.jsonl`)
          writeFileSync(transcript_path, typed(session))
          const input = JSON.stringify({ session_id: `s${session}`, transcript_path })
          return startProcess(NODE, [hook, event, '--agent', 'claude-code'], {
            cwd: sandbox.project,
            env,
            input,
          }).ended
        }),
      )
      expect(await Promise.all(hooks)).toEqual(Array(10).fill(SILENT))
      // No hook waited for the worker to be up; whatever else was started with it is up by now too, or soon.
      await vi.waitFor(() => expect(started()).not.toEqual([]), { timeout: 60_000, interval: 50 })
      await setTimeout(500)
      expect(started()).toEqual([JSON.stringify([NODE, 'session', 'sync', '--quiet'])])
    } finally {
      end()
    }
    expect(readdirSync(sandbox.folder).filter((name) => name.startsWith('ran-'))).toEqual([])
    expect(sandbox.askJson(['session', 'sync'])).toMatchObject({ sessions: 5, messages: 5 })
    expect(sandbox.askJson(['session', 'sync', '--status'])).toMatchObject({ pending: [] })
  })

  test.skipIf(process.platform === 'win32')(
    'the worker is started once the answer is written, and not before [AG-06]',
    async () => {
      const { hook, started, end } = withWorker()
      const pipe = join(sandbox.folder, 'answers')
      spawnSync('mkfifo', [pipe])
      const [full, filling] = [openSync(pipe, 'r+'), openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)]
      const take = () => {
        try {
          return readSync(filling, Buffer.alloc(2 ** 20))
        } catch {
          return 0
        }
      }
      let child: ChildProcess | undefined
      try {
        // Nothing more goes in: whoever writes waits until somebody reads.
        for (let size = 2 ** 16; size >= 1; size /= 2) {
          try {
            for (;;) writeSync(filling, Buffer.alloc(size))
          } catch {}
        }
        const transcript_path = join(sandbox.folder, '1.jsonl')
        writeFileSync(transcript_path, typed(1))
        child = spawn(NODE, [hook, 'turn-end', '--agent', 'gemini-cli'], {
          cwd: sandbox.project,
          env: sandbox.env,
          stdio: ['pipe', full, 'inherit'],
        })
        child.stdin?.end(JSON.stringify({ session_id: 's1', transcript_path }))
        const spool = join(dataDir(), 'spool')
        await vi.waitFor(() => expect(existsSync(spool) ? readdirSync(spool) : []).not.toEqual([]), {
          timeout: 20_000,
        })
        await setTimeout(300)
        // Which is there before the worker is started.
        expect(existsSync(join(dataDir(), 'hooks/worker'))).toBe(false)
        expect(take()).toBeGreaterThan(0)
        await vi.waitFor(() => expect(started()).not.toEqual([]), { timeout: 60_000, interval: 50 })
        if (child.exitCode === null) await once(child, 'exit')
        expect(child.exitCode).toBe(0)
      } finally {
        // Or it would wait for ever, where it got stuck.
        child?.kill('SIGKILL')
        end()
        closeSync(full)
        closeSync(filling)
      }
    },
  )

  test('a hook that is killed takes nothing along of what an earlier one left', async () => {
    const transcript_path = join(sandbox.folder, '1.jsonl')
    writeFileSync(transcript_path, typed(1))
    fire({ event: 'turn-end', input: { session_id: 's1', transcript_path } })
    const left = readTree(join(dataDir(), 'spool'))
    const killed = spawn(NODE, [HOOK, 'session-end'], {
      cwd: sandbox.project,
      env: sandbox.env,
      stdio: 'pipe',
    })
    await once(killed, 'spawn')
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    expect(readTree(join(dataDir(), 'spool'))).toEqual(left)
    expect(sandbox.askJson(['session', 'sync'])).toMatchObject({ messages: 1, learnt: 1 })
  })

  test('records are taken in once, in the order of their times, whatever their files are called [RS-21]', () => {
    const said = (n: number, at: number) => ({
      v: 1,
      agent: 'cursor',
      event: 'tool',
      session: 'abc',
      cwd: sandbox.project,
      at,
      payload: { hook_event_name: 'beforeSubmitPrompt', generation_id: 'g', prompt: `prompt ${n}` },
    })
    const spool = join(dataDir(), 'spool')
    mkdirSync(spool, { recursive: true })
    const order = [3, 1, 4, 2]
    for (const [place, n] of order.entries())
      writeFileSync(join(spool, `${place}.json`), JSON.stringify(said(n, 1_790_000_000_000 + n)))
    expect(sandbox.askJson(['session', 'sync'])).toMatchObject({ messages: 4 })
    expect(readdirSync(spool)).toEqual([])
    expect(sandbox.askJson(['session', 'sync'])).toMatchObject({ messages: 0 })
    const { messages } = sandbox.askJson<{ messages: readonly { parts: readonly { text: string }[] }[] }>([
      'session',
      'show',
      'abc',
    ])
    expect(messages.map(({ parts }) => parts[0]?.text)).toEqual([1, 2, 3, 4].map((n) => `prompt ${n}`))
  })
})

test('no code of hooks can reach a network or a model [AG-04, RS-06]', () => {
  const folder = join(ROOT, 'packages/varve/bundle/hook-chunks')
  const code = [HOOK, ...readdirSync(folder).map((name) => join(folder, name))].map((path) =>
    readFileSync(path, 'utf8'),
  )
  for (const text of code) {
    expect(text).not.toMatch(/node:(?:net|tls|https?|http2|dns|dgram|inspector)\b/)
    expect(text).not.toMatch(/\b(?:fetch|WebSocket|EventSource)\(/)
  }
  expect(code.join()).not.toMatch(/\bshell: ?(?:true|!0)/)
})

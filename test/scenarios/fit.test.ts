import { readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { partIdOf } from '../../packages/core/src/domain/session.ts'
import { longSession } from './long-session.ts'
import { filesWith, readTree } from './read-tree.ts'
import { Sandbox } from './sandbox.ts'
import { throwAway } from './throw-away.ts'

interface Fitted {
  readonly transcript: { readonly format: string; readonly calls: number; readonly tokens: number }
  readonly policies: readonly {
    readonly name: string
    readonly tok: number
    readonly frr: number
    readonly uir: number
    readonly passes: number
    readonly new_violations: number
  }[]
  readonly window: { readonly tokens: number }
  readonly kept: { readonly placeholder: number }
  readonly largest: readonly {
    readonly handle: string
    readonly tool: string
    readonly tokens: number
    readonly path: string
  }[]
  readonly parts?: readonly { readonly key: string; readonly level: string; readonly reason: string }[]
}

const sandbox = new Sandbox()
beforeAll(() => {
  sandbox.write('session.jsonl', longSession(70))
})
afterAll(() => sandbox.remove())

describe('varve fit', () => {
  test('says what fitting a session would have done, beside the session as it was and a plain baseline', () => {
    const fitted = sandbox.askJson<Fitted>(['fit', 'session.jsonl'])
    expect(fitted.transcript).toMatchObject({ format: 'claude-code', calls: 210 })
    expect(fitted.policies.map(({ name }) => name)).toEqual([
      'as recorded',
      'default / balanced',
      'clear-tool 60k',
    ])
    const [recorded, chosen] = fitted.policies
    expect(recorded).toMatchObject({ tok: 1, frr: 1, passes: 0 })
    expect(chosen?.tok).toBeLessThan(0.95)
    expect(chosen?.passes).toBeGreaterThan(0)
    expect(chosen).toMatchObject({ uir: 1, new_violations: 0 })
    expect(fitted.window.tokens).toBeLessThan(fitted.transcript.tokens)
    expect(fitted.kept.placeholder).toBeGreaterThan(10)
  })

  test('writes nothing anywhere [CAM-29] [CAM-134]', () => {
    const before = readTree(sandbox.folder)
    sandbox.ask(['fit', 'session.jsonl', '--explain'])
    sandbox.ask(['fit', 'diff', 'session.jsonl'])
    expect(readTree(sandbox.folder)).toEqual(before)
  })

  test('two runs give the same bytes, from a file or from standard input [CAM-135]', () => {
    const text = readFileSync(join(sandbox.project, 'session.jsonl'), 'utf8')
    for (const format of ['--json', '--records']) {
      const one = sandbox.ask([format, 'fit', 'session.jsonl', '--explain']).stdout
      expect(sandbox.ask([format, 'fit', 'session.jsonl', '--explain']).stdout).toBe(one)
      expect(sandbox.ask([format, 'fit', '-', '--explain'], { input: text }).stdout).toBe(one)
    }
  })

  test('lists every part with its reason', () => {
    const { parts = [] } = sandbox.askJson<Fitted>(['fit', 'session.jsonl', '--explain', '--preset', 'lean'])
    expect(new Set(parts.map(({ key }) => key)).size).toBe(parts.length)
    expect(parts.filter(({ level }) => level === 'full').map(({ reason }) => reason)).toContain('too-young')
  })

  test('the map of the window is one page that needs nothing else', () => {
    const { stdout } = sandbox.ask(['fit', 'session.jsonl', '--html', 'map.html'])
    expect(stdout).toContain('The map of the window: map.html')
    const page = readFileSync(join(sandbox.project, 'map.html'), 'utf8')
    expect(page).not.toMatch(/<(?:link|img|script)[^>]*(?:src|href)=/)
    expect(page).not.toMatch(/https?:\/\//)
    const data = JSON.parse(
      /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)?.[1] ?? '',
    )
    expect(data.messages).toHaveLength(419)
    expect(data.sizes.filter(([, , isPass]: readonly number[]) => isPass === 1).length).toBeGreaterThan(0)
  })

  test.each(['session.jsonl', './link.jsonl', 'notes.md'])('the map is not written over %s', (target) => {
    const session = readFileSync(join(sandbox.project, 'session.jsonl'), 'utf8')
    rmSync(join(sandbox.project, 'link.jsonl'), { force: true })
    symlinkSync('session.jsonl', join(sandbox.project, 'link.jsonl'))
    sandbox.write('notes.md', 'my notes')
    const run = sandbox.ask(['fit', 'session.jsonl', '--html', target])
    expect(run.status).toBe(2)
    expect(run.stderr).toContain('varve fit session.jsonl --html window.html')
    expect(readFileSync(join(sandbox.project, 'session.jsonl'), 'utf8')).toBe(session)
    expect(readFileSync(join(sandbox.project, 'notes.md'), 'utf8')).toBe('my notes')
    rmSync(join(sandbox.project, 'link.jsonl'))
  })

  test('a map takes the place of an older one', () => {
    sandbox.ask(['fit', 'session.jsonl', '--html', 'again.html'])
    const first = readFileSync(join(sandbox.project, 'again.html'), 'utf8')
    sandbox.ask(['fit', 'session.jsonl', '--html', 'again.html', '--preset', 'lean'])
    expect(readFileSync(join(sandbox.project, 'again.html'), 'utf8')).not.toBe(first)
  })

  test('what a placeholder stands for is read back from the transcript', () => {
    const [largest] = sandbox.askJson<Fitted>(['fit', 'session.jsonl']).largest
    const handle = largest?.handle ?? ''
    const recalled = sandbox.askJson([
      'fit',
      'recall',
      handle,
      '--transcript',
      'session.jsonl',
      '--range',
      '2-3',
    ])
    expect(recalled).toMatchObject({ handle, found: true })
    expect(String(recalled.text).split('\n')).toHaveLength(2)
    const unknown = sandbox.ask(['fit', 'recall', 'zzzzzz', '--transcript', 'session.jsonl'])
    expect(unknown.status).toBe(3)
    expect(unknown.stderr).toContain('perhaps')
  })

  test('the largest part that was left out is named by its tool and what it was about, with the command that shows it', () => {
    sandbox.write("a person's session.jsonl", longSession(70))
    const told = sandbox.ask(['fit', "a person's session.jsonl"]).stdout
    const [, subject, handle, file] =
      /^Largest left out: (.+), [\d.k]+: varve fit recall (\w+) --transcript (.+)$/m.exec(told) ?? []
    const [largest] = sandbox.askJson<Fitted>(['fit', "a person's session.jsonl"]).largest
    expect(handle).toBe(largest?.handle)
    expect(subject).toContain(largest?.tool)
    expect(file).toBe(String.raw`'a person'\''s session.jsonl'`)
  })

  test('the diff of a pass shows every line that it took out [CAM-140]', () => {
    const { changes } = sandbox.askJson<{
      changes: readonly { key: string; before: string; after: string }[]
    }>(['fit', 'diff', 'session.jsonl'])
    const { stdout } = sandbox.ask(['fit', 'diff', 'session.jsonl'])
    expect(changes.length).toBeGreaterThan(10)
    const removed = new Set(
      stdout
        .split('\n')
        .filter((line) => line.startsWith('-'))
        .map((line) => line.slice(1)),
    )
    for (const { before, after } of changes) {
      const left = new Set(after.split('\n'))
      for (const line of before.split('\n')) if (!left.has(line)) expect(removed).toContain(line)
    }
  })

  test.each([
    [['fit', 'nowhere.jsonl'], 3, 'no such file'],
    [['fit', 'other.txt'], 1, 'no known format'],
    [['fit', 'session.jsonl', '--from', 'nothing'], 2, 'unknown transcript format'],
    [['fit', 'session.jsonl', '--call', '999'], 2, 'call 999 of 210'],
    [['fit', 'session.jsonl', '--high', '1000', '--low', '990'], 2, 'nine tenths'],
    [['fit', 'pin', 'path:a'], 3, 'no session was fitted here yet'],
  ] as const)('%j ends with a message that helps', (args, status, message) => {
    sandbox.write('other.txt', 'just some words\n')
    const run = sandbox.ask(args)
    expect(run.status).toBe(status)
    expect(run.stderr).toContain(message)
  })

  test('the sessions of a folder are added up, each once', () => {
    const own = throwAway()
    own.write('sessions/a.jsonl', longSession(70))
    own.write('sessions/copy/a.jsonl', longSession(70))
    own.write('sessions/notes.md', 'no session')
    const { sessions, calls } = own.askJson<{ sessions: readonly object[]; calls: number }>([
      'fit',
      'bench',
      'sessions',
    ])
    expect(sessions).toMatchObject([{ file: 'a.jsonl', calls: 210 }])
    expect(calls).toBe(210)
    expect(own.ask(['fit', 'bench', 'nowhere']).status).toBe(3)
  })

  test('what is saved is listed pass by pass, and its pins hold for that session', () => {
    const own = throwAway()
    own.write('session.jsonl', longSession(70))
    own.run(['fit', 'session.jsonl', '--save'])
    const { session, passes } = own.askJson<{ session: string; passes: readonly { trigger: string }[] }>([
      'fit',
      'passes',
    ])
    expect(passes.map(({ trigger }) => trigger)).toContain('budget')
    const pinned = own.askJson<{ session: string; rules: readonly object[] }>(['fit', 'pin', 'path:docs/*'])
    expect(pinned.rules).toContainEqual({ rule: 'path:docs/*', source: 'session', holds: true })
    expect(
      own.askJson<{ rules: readonly object[] }>(['fit', 'unpin', 'task', '--session', session]).rules,
    ).toContainEqual({ rule: 'task', source: 'settings', holds: false })
    expect(own.ask(['fit', 'recall', 'zzzzzz']).status).toBe(3)
  })

  test('saving a session again puts the new decisions in the place of the old ones, as a replay without saving makes them', () => {
    const own = throwAway()
    own.write('session.jsonl', longSession(70))
    const passes = () => own.askJson<{ passes: readonly object[] }>(['fit', 'passes']).passes
    own.ask(['fit', 'session.jsonl', '--save'])
    const first = passes()
    own.ask(['fit', 'session.jsonl', '--save', '--preset', 'light'])
    expect(passes()).not.toEqual(first)
    own.ask(['fit', 'session.jsonl', '--save'])
    expect(passes()).toEqual(first)
    const last = first.at(-1)
    const { call } = own.askJson<{ call: number }>(['fit', 'diff', 'session.jsonl'])
    expect(last).toMatchObject({ call })
  })

  test('of a session that was captured the original is read back from the store', () => {
    const own = throwAway()
    own.write('session.jsonl', longSession(70).replaceAll('"/w', `"${own.project}`))
    own.ask(['session', 'capture', '--transcript', 'session.jsonl'])
    own.ask(['fit', 'session.jsonl', '--save'])
    const { largest, parts = [] } = own.askJson<Fitted>(['fit', 'session.jsonl', '--explain'])
    const call = parts.find(({ key, reason }) => key.startsWith('c:') && reason === 'placeholder')
    expect(call).toBeUndefined()
    for (const { handle } of largest.slice(0, 2)) {
      const recalled = own.askJson(['fit', 'recall', handle])
      expect(recalled).toEqual(own.askJson(['fit', 'recall', handle, '--transcript', 'session.jsonl']))
    }
  })

  test.each(['anthropic-messages', 'gemini'])(
    'writes the fitted request of a call in the words of %s, and over no file',
    (format) => {
      const target = `${format}.json`
      const { stdout } = sandbox.ask(['fit', 'session.jsonl', '--out', target, '--as', format])
      expect(stdout).toContain(`The request of call 210: ${target}`)
      const body = readFileSync(join(sandbox.project, target), 'utf8')
      expect(body).toContain('tok elided')
      expect(body).toContain('Fix the rounding of every file')
      const again = sandbox.askJson<Fitted>(['fit', target])
      expect(again.transcript.calls).toBeGreaterThan(200)
      const refused = sandbox.ask(['fit', 'session.jsonl', '--out', target])
      expect(refused.status).toBe(2)
      expect(refused.stderr).toContain('it exists')
    },
  )

  test('what is written masks secrets in arguments, at the start of a line too, and files of secrets whole', () => {
    const own = throwAway()
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    const text = longSession(3)
      .replace('src/file1.ts', `src/file1.ts\\n${secret}`)
      .replace('src/file2.ts', '.env')
    expect(text).toContain(secret)
    own.write('session.jsonl', text)
    own.ask(['fit', 'session.jsonl', '--out', 'request.json'])
    const body = readFileSync(join(own.project, 'request.json'), 'utf8')
    expect(body).toContain('src/file0.ts')
    expect(body).not.toContain(secret.slice(4))
    expect(body).toContain('[redacted:secret_file]')
    expect(own.ask(['fit', 'session.jsonl', '--as', 'gemini']).status).toBe(2)
  })

  test('a session is purged as a whole: what it said, what was decided on it, and the texts of both [CAM-107]', () => {
    const own = throwAway()
    own.write('session.jsonl', longSession(70).replaceAll('"/w', `"${own.project}`))
    own.write('.varve/config.json', JSON.stringify({ fidelity: { keepOriginals: 'always' } }))
    own.ask(['session', 'capture', '--transcript', 'session.jsonl'])
    own.ask(['fit', 'session.jsonl', '--save'])
    const { session } = own.askJson<{ session: string }>(['fit', 'passes'])
    const [largest] = own.askJson<Fitted>(['fit', 'session.jsonl']).largest
    const handle = largest?.handle ?? ''
    expect(own.ask(['fit', 'recall', handle]).status).toBe(0)
    expect(own.ask(['purge', '--session', session, '--dry-run']).stdout).toContain('Would erase the session')
    expect(own.ask(['fit', 'recall', handle]).status).toBe(0)
    rmSync(join(own.project, 'session.jsonl'))
    own.ask(['purge', '--session', session, '--yes'])
    expect(own.askJson(['fit', 'passes'])).toEqual({ session: null, passes: [] })
    expect(own.ask(['fit', 'recall', handle]).status).toBe(3)
    expect(filesWith(own.folder, 'compute_3(')).toEqual([])
  })

  test('is erased only under a name that no other session begins with', () => {
    const own = throwAway()
    const other = '5e551051-0000-4000-8000-000000000002'
    const text = longSession(70).replaceAll('"/w', `"${own.project}`)
    own.write('session.jsonl', text)
    own.write('other.jsonl', text.replaceAll('5e551051-0000-4000-8000-000000000001', other))
    own.ask(['fit', 'session.jsonl', '--save'])
    own.ask(['session', 'capture', '--transcript', 'other.jsonl'])
    const { session } = own.askJson<{ session: string }>(['fit', 'passes'])
    for (const name of ['s', 's_', session.slice(0, 3)])
      expect(own.ask(['purge', '--session', name, '--yes']).status, name).not.toBe(0)
    expect(own.askJson<{ passes: readonly object[] }>(['fit', 'passes']).passes.length).toBeGreaterThan(0)
    own.ask(['purge', '--session', session, '--yes'])
    expect(own.askJson(['fit', 'passes'])).toEqual({ session: null, passes: [] })
    expect(own.askJson<{ total: number }>(['session', 'list']).total).toBe(1)
  })

  test('goes with a part of it that is purged: a window may have kept its text', () => {
    const own = throwAway()
    own.write('session.jsonl', longSession(70).replaceAll('"/w', `"${own.project}`))
    own.ask(['session', 'capture', '--transcript', 'session.jsonl'])
    own.ask(['fit', 'session.jsonl', '--save'])
    const { session } = own.askJson<{ session: string }>(['fit', 'passes'])
    const { messages } = own.askJson<{ messages: readonly { id: string }[] }>(['session', 'show', session])
    const part = partIdOf(messages.at(-1)?.id ?? '', 0)
    const { stdout } = own.ask(['purge', '--part', part, '--reason', 'personal', '--yes'])
    expect(stdout).toContain('with what was decided on the windows of its session')
    expect(own.askJson(['fit', 'passes'])).toEqual({ session: null, passes: [] })
  })

  test('a handle that two parts of a session begin with is told with both', () => {
    const own = throwAway()
    // Their handles are xj89e79y and xj89e76t.
    own.write(
      'session.jsonl',
      longSession(2).replaceAll('toolu_r0', 'toolu_16423').replaceAll('toolu_r1', 'toolu_25348'),
    )
    const run = own.ask(['fit', 'recall', 'xj89e7', '--transcript', 'session.jsonl'])
    expect(run.status).toBe(2)
    expect(run.stderr).toContain('xj89e79y (r:toolu_16423), xj89e76t (r:toolu_25348)')
    const recalled = own.askJson(['fit', 'recall', 'xj89e76t', '--transcript', 'session.jsonl'])
    expect(recalled).toMatchObject({ key: 'r:toolu_25348', path: '/w/src/file1.ts' })
  })

  test('where nothing was decided, passes and pins say so', () => {
    expect(sandbox.askJson(['fit', 'passes'])).toEqual({ session: null, passes: [] })
    expect(sandbox.ask(['fit', 'pins']).stdout).toContain('  task\n')
  })
})

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MASKED, SECRETS, SURVIVORS } from '../../packages/core/test/redact/vectors.ts'
import { everything, examine, expectSound, logged } from './memory-of.ts'
import { filesWith, readTree } from './read-tree.ts'
import { Sandbox } from './sandbox.ts'
import { throwAway } from './throw-away.ts'

/** Every secret whole, and each of its lines that is long enough to be one. */
const FORBIDDEN = SECRETS.flatMap(({ secret }) => [
  secret,
  ...secret.split('\n').filter((line) => line.length >= 12 && !line.startsWith('-----')),
])

const texts = [
  ...SECRETS.map(({ secret }, index) => `Number ${index} is ${secret} and must not be kept`),
  ...MASKED.map(([text]) => text),
]

describe('secrets', () => {
  let place: Sandbox
  /** Where files to import lie: no part of what is searched. */
  let sources: Sandbox
  beforeAll(() => {
    place = new Sandbox()
    sources = new Sandbox()
  })
  afterAll(() => {
    place.remove()
    sources.remove()
  })

  function source(name: string, text: string): string {
    mkdirSync(join(sources.project, 'files'), { recursive: true })
    const path = join(sources.project, 'files', name)
    writeFileSync(path, text)
    return path
  }

  test('given by hand are masked in every field [RS-60] [BR-60]', () => {
    const answers = [
      ...texts.map((input) => place.ask(['add', '-', '--json'], { input })),
      ...SECRETS.map(({ secret }, index) => place.ask(['add', '--json', '--', `Also ${index}: ${secret}`])),
    ]
    for (const { status, stderr } of answers) expect([status, stderr]).toEqual([0, ''])
    for (const { secret } of SECRETS.filter((each) => !each.secret.includes('\n')).slice(0, 6)) {
      const { id } = place.askJson<{ id: string }>([
        'add',
        `With ${secret} everywhere`,
        ...['--title', `Title ${secret}`, '--tag', secret, '--key', secret],
        ...['--ref', `src/${secret}.ts#${secret}`, '--type', secret],
      ])
      const changes = ['--text', `Now ${secret}`, '--title', `New ${secret}`, '--tag', `more ${secret}`]
      const further = ['--key', secret, '--ref', secret, '--type', secret, '--reason', `for ${secret}`]
      place.askJson(['edit', id, ...changes, ...further])
      place.askJson(['edit', id, '--retract', '--reason', `was ${secret}`])
      place.askJson(['undo'])
      place.askJson(['edit', '--retract', '--before', '2000-01-01', '--reason', secret])
      const purged = place.askJson<{ id: string }>(['add', `Gone ${id}`])
      place.askJson(['purge', purged.id, '--reason', `held ${secret}`, '--yes'])
      for (const args of [
        ['show', secret],
        ['link', 'add', id, secret],
        ['add', 'Something else', '--supersedes', secret],
      ]) {
        const { stdout, stderr } = place.ask(args)
        expect(`${stdout}${stderr}`).not.toContain(secret)
      }
    }
  })

  test('in imported files are masked, in what is quarantined and in names too [RS-60] [BR-60]', () => {
    const [first = { secret: '' }] = SECRETS.filter(({ kind }) => kind === 'github_token')
    const files = [
      source(
        'notes.md',
        `# Notes\n\n${texts.map((text) => `- ${text.replaceAll('\n', '\n  ')}`).join('\n')}\n`,
      ),
      source('CLAUDE.md', texts.map((text) => `## Rule\n\n${text}\n`).join('\n')),
      source(
        'rows.jsonl',
        texts.map((content) => `${JSON.stringify({ content, secret_field: content })}\n`).join(''),
      ),
      source(
        'broken.jsonl',
        SECRETS.map(({ secret }) => `{"content": ${JSON.stringify(secret)}, oops\n`).join(''),
      ),
      source(`broken-${first.secret}.jsonl`, '{"content": oops\n'),
      source(`about-${first.secret}.md`, '# A page whose name tells\n\nNothing else.\n'),
    ]
    for (const file of files) {
      const { status, stdout, stderr } = place.run(['import', file])
      expect(status).toBe(0)
      for (const secret of FORBIDDEN) expect(`${stdout}${stderr}`).not.toContain(secret)
    }
    expect(place.askJson<{ quarantined: number }>(['status']).quarantined).toBe(SECRETS.length + 1)
  })

  test('in a transcript that is captured are masked, in what is typed, called and answered', () => {
    const message = (n: number, role: string, content: unknown) =>
      `${JSON.stringify({ type: role, uuid: `u${n}`, sessionId: 'abc', timestamp: '2026-03-07T10:00:00Z', cwd: place.project, message: { role, content } })}\n`
    const transcript = source(
      'session.jsonl',
      SECRETS.map(({ secret }, n) =>
        [
          message(3 * n, 'user', `Use ${secret} for it`),
          message(3 * n + 1, 'assistant', [
            { type: 'tool_use', id: `c${n}`, name: 'Bash', input: { command: `login ${secret}` } },
          ]),
          message(3 * n + 2, 'user', [
            { type: 'tool_result', tool_use_id: `c${n}`, content: `It says\n${secret}\n` },
          ]),
        ].join(''),
      ).join(''),
    )
    const { captured } = place.askJson<{ captured: { messages: number } }>([
      ...['session', 'capture', '--transcript', transcript],
    ])
    expect(captured.messages).toBe(3 * SECRETS.length)
    const shown = place.ask(['session', 'show', 'abc', '--raw', '--limit', '100000', '--json']).stdout
    for (const secret of FORBIDDEN) expect(shown).not.toContain(JSON.stringify(secret).slice(1, -1))
  })

  test('are in no file of the home or the project, and in no output [RS-60] [BR-60] [SL-15]', () => {
    place.askJson(['compact'])
    place.askJson(['export', 'markdown', 'out'])
    const outputs = ['list --raw --limit 0', 'log --limit 100000', 'doctor', 'export pack -', 'status'].map(
      (line) => place.ask([...line.split(' '), '--json']).stdout,
    )
    const found = FORBIDDEN.flatMap((secret) => [
      ...filesWith(place.folder, secret),
      ...filesWith(place.folder, JSON.stringify(secret).slice(1, -1)),
      ...outputs.filter((output) => output.includes(secret)),
    ])
    expect(found).toEqual([])
    for (const { kind } of SECRETS) {
      expect(filesWith(place.folder, `[redacted:${kind}]`).length, kind).toBeGreaterThan(0)
    }
    expect(readTree(place.home).size).toBeGreaterThan(1)
    expect(logged(place).length).toBeGreaterThan(100)
  })

  test('are masked the same way each time, so that one secret said twice is one entry [RS-63]', () => {
    const expected = MASKED.map(([, masked]) => masked)
    const kept = new Set(everything(place).map(({ content }) => content))
    expect(expected.filter((text) => !kept.has(text))).toEqual([])
    const before = everything(place).length
    const [text = '', masked] = MASKED[0] ?? []
    expect(place.askJson(['add', text])).toMatchObject({ status: 'duplicate' })
    expect(place.askJson(['add', masked ?? ''])).toMatchObject({ status: 'duplicate' })
    expect(everything(place)).toHaveLength(before)
  })

  test('are looked for on request, and none is found [RS-64]', () => {
    const { issues } = examine(place, '--secrets')
    expect(issues.filter(({ code }) => code === 'secret_in_store')).toEqual([])
  })
})

test('what only looks like a secret is kept as it is, by hand and by import [RS-61] [BR-60] [BR-61]', () => {
  const place = throwAway()
  for (const input of SURVIVORS) place.ask(['add', '-'], { input })
  const imported = throwAway()
  imported.write('rows.jsonl', SURVIVORS.map((content) => `${JSON.stringify({ content })}\n`).join(''))
  imported.askJson(['import', 'jsonl', 'rows.jsonl'])
  for (const each of [place, imported]) {
    expect(
      everything(each)
        .map(({ content }) => content)
        .sort(),
    ).toEqual([...SURVIVORS].sort())
    expectSound(each)
  }
})

test('a secret that got in before its rule was known is found in old texts, in quarantine and in sessions too, named without itself, and purged for good [RS-64] [SL-19]', () => {
  const place = throwAway()
  const { id } = place.askJson<{ id: string }>(['add', 'The door code is DOOR-KEY-4711-0815'])
  const old = place.askJson<{ id: string }>(['add', 'The other code is DOOR-KEY-4711-0816'])
  place.askJson(['edit', old.id, '--text', 'The other code is in the safe'])
  place.write('rows.jsonl', '{"content": "DOOR-KEY-4711-0817", oops\n')
  place.askJson(['import', 'jsonl', 'rows.jsonl'])
  const said = {
    ...{ type: 'user', uuid: 'u1', sessionId: 'abc', timestamp: '2026-03-07T10:00:00Z' },
    message: { role: 'user', content: 'Ring with DOOR-KEY-4711-0818' },
  }
  place.write('session.jsonl', `${JSON.stringify(said)}\n`)
  place.askJson(['session', 'capture', '--transcript', 'session.jsonl'])
  expect(examine(place, '--secrets', '--check', 'secret_in_store').issues).toEqual([])
  const plain = String(readTree(place.project).get('.varve/config.json'))
  place.write(
    '.varve/config.json',
    JSON.stringify({
      ...JSON.parse(plain),
      redact: { patterns: [{ name: 'door', regex: 'DOOR-KEY-[0-9-]+' }] },
    }),
  )
  const found = examine(place, '--secrets', '--check', 'secret_in_store')
  expect(found.status).toBe(3)
  const subjects = found.issues.flatMap((issue) => issue.subjects)
  const part = subjects.find((subject) => subject.startsWith('p_')) ?? ''
  expect(subjects).toEqual([id, old.id, 'rows.jsonl:1', part].sort())
  expect(found.issues.flatMap(({ fix }) => fix)).toContain(`varve purge --part ${part}`)
  expect(JSON.stringify(found)).not.toContain('KEY-4711')
  for (const { fix } of found.issues) {
    const words = (fix[0] ?? '').replaceAll('"', '').split(' ').slice(1)
    place.askJson([...words, '--yes'])
  }
  expect(filesWith(place.home, 'KEY-4711')).toEqual([])
  expect(examine(place, '--secrets').issues).toEqual([])
  // The transcript says it still, and no rule knows it now.
  place.write('.varve/config.json', plain)
  place.write('copy.jsonl', `${JSON.stringify(said)}\n`)
  place.json(['session', 'capture', '--transcript', 'copy.jsonl'])
  expect(filesWith(place.home, 'KEY-4711')).toEqual([])
})

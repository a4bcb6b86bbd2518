import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OUTPUT_SCHEMAS } from '../../packages/varve/src/operations/output/output-schemas.ts'
import { TEAM_SCHEMAS } from '../../packages/varve/src/operations/output/schemas/team-schemas.ts'
import { OPERATIONS } from '../../packages/varve/src/operations/table.ts'
import { checkedCommands, checkOutput } from './check-output.ts'
import { longSession } from './long-session.ts'
import { Sandbox } from './sandbox.ts'

let sandbox: Sandbox
beforeAll(() => {
  sandbox = new Sandbox()
})
afterAll(() => sandbox.remove())

test('every command has a schema of its answer, and every schema is of a command', () => {
  const names = OPERATIONS.map(({ name }) => name)
  expect(names.filter((name) => OUTPUT_SCHEMAS[name] === undefined)).toEqual([])
  expect(Object.keys(OUTPUT_SCHEMAS).filter((name) => !names.includes(name))).toEqual([])
})

describe('the answer of a command', () => {
  test('is what its published schema says, for every command there is', async () => {
    const json = (...args: string[]) => sandbox.askJson<Record<string, string>>(args)
    json('init')
    const first = json('add', 'Use pnpm for everything', '--category', 'conventions').id ?? ''
    const second = json('add', 'Never use pnpm for everything', '--ref', 'src/a.ts#b', '--tag', 't').id ?? ''
    json('add', 'use pnpm for everything.')
    json('add', 'Use pnpm for everything', '--dry-run')
    const note = json('add', 'A note', '--title', 'Title', '--supersedes', second).id ?? ''
    json('edit', note, '--value', '70', '--layer', 'caveat', '--pin')
    json('edit', note, '--text', 'A longer note', '--dry-run')
    json('link', 'add', first, note, '--type', 'supports')
    json('link', 'list', note)
    json('tree', note)
    json('path', first, note)
    json('graph')
    json('graph', note, '--raw')
    json('list', '--raw')
    json('show', second, '--history')
    json('show', note, '--history')
    json('log')
    json('link', 'remove', first, note, '--type', 'supports')
    json('undo')
    json('redo')
    const digest = json('add', 'Port and pnpm, in short', '--title', 'Digest', '--type', 'digest').id ?? ''
    json('compact', 'apply', digest, '--note', first, '--note', note)
    for (const verb of ['show', 'status', 'report']) json('compact', verb, digest)
    json('compact', 'guide')
    json('compact', 'suggest', '--min-size', '2', '--min-saving', '0', '--explain')
    json('search', 'pnpm', '--explain')
    json('recall', 'pnpm')
    json('entities')
    json('context', '--note', digest, '--include-ontology')
    json('context', '--prime')
    json('link', 'materialize', note)
    sandbox.write('session.jsonl', longSession(70))
    const fitted = sandbox.askJson<{ largest: readonly { handle: string }[] }>([
      'fit',
      'session.jsonl',
      '--explain',
    ])
    json('fit', 'recall', fitted.largest[0]?.handle ?? '', '--transcript', 'session.jsonl')
    json('fit', 'diff', 'session.jsonl')
    json('fit', 'bench', '.')
    json('fit', 'session.jsonl', '--save')
    json('fit', 'passes')
    json('fit', 'pin', 'path:docs/spec.md')
    json('fit', 'unpin', 'path:docs/spec.md')
    json('fit', 'pins')
    await checkProxy()
    json('compact', 'remove', digest, '--all')
    json('compact', 'remove', note, '--all', '--dry-run')
    json('compact')
    sandbox.write(
      'pairs.jsonl',
      ['a', 'b', 'c', 'd', 'e']
        .map((key) => [`Retries of ${key} are 3`, `Retries of ${key} are 4`])
        .flatMap((texts, index) =>
          texts.map((content) => `${JSON.stringify({ content, key: `retries-${index}` })}\n`),
        )
        .join(''),
    )
    sandbox.write('bad.jsonl', '{"content":"whole"}\n{"content":\n')
    json('import', 'jsonl', 'pairs.jsonl', 'bad.jsonl')
    settleEach()
    json('export', 'jsonl', '-')
    json('export', 'markdown', 'out')
    json('audit')
    json('check-stale')
    json('guard', 'pair', 'The port is 3000', 'The port is 3001')
    sandbox.run(['guard', 'check', '--source', first, '--output', 'Use npm 9', '--json'])
    sandbox.write(
      'pairs.tsv',
      'id\tlabel\tclass\tlang\ta\tb\tctx\np1\tdistinct\tnumber\ten\tport 1\tport 2\t\n',
    )
    sandbox.run(['guard', 'eval', 'pairs.tsv', '--json'])
    json('knowledge', 'sync')
    sandbox.run(['doctor', '--json'])
    json('status')
    json('demo', 'pairs.jsonl')
    sandbox.write(
      'said.jsonl',
      [1, 2, 3, 4]
        .map((n) => ({
          type: n % 2 === 1 ? 'user' : 'assistant',
          uuid: `a1f4c0de-0000-4000-8000-00000000000${n}`,
          parentUuid: n === 1 ? null : `a1f4c0de-0000-4000-8000-00000000000${n - 1}`,
          sessionId: '00893aaf-19fa-41d2-8238-13269b9b3ca0',
          timestamp: `2026-03-07T10:00:0${n}.000Z`,
          message: {
            role: n % 2 === 1 ? 'user' : 'assistant',
            content: n === 3 ? 'Always run the linter before you commit.' : `Message ${n}`,
          },
        }))
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    )
    json('session', 'import', 'said.jsonl', '--any-project')
    json('session', 'capture', '--transcript', 'said.jsonl')
    json('session', 'list')
    json('session', 'show', '00893aaf')
    json('fit', 'window', '00893aaf')
    json('session', 'tag', '00893aaf', 'talk')
    json('session', 'stats')
    json('session', 'sync')
    json('learn')
    const [learnt] = sandbox.askJson<{ learnings: readonly { id: string }[] }>(['learn', 'list']).learnings
    const id = learnt?.id ?? ''
    json('learn', 'show', id)
    for (const verb of ['demote', 'promote', 'auto']) json('learn', verb, id, '--reason', 'test')
    json('knowledge', 'show')
    const { task } = sandbox.askJson<{ task: string }>(['work', 'next', '--mode', 'summarize'])
    const summary = { title: 'A talk', summary: 'Four messages were said, and no more.' }
    const said = { summaries: [{ session: 's1', ...summary, outcome: 'unknown', files: [] }] }
    sandbox.askJson(['work', 'submit', task], { input: JSON.stringify(said) })
    sandbox.askJson(['work', 'next', '--mode', 'summarize'])
    json('session', 'prune', '--older-than', '1d', '--dry-run')
    json('session', 'exclude', '00893aaf')
    json('install', 'codex', '--with', 'instructions')
    json('install', '--status')
    sandbox.json(['mcp'])
    const served = ['ui', '--port', '0', '--json']
    checkOutput(served, await sandbox.interrupted(served))
    json('consolidate', '--scope', 'all', '--yes')
    json('uninstall', 'codex')
    json('purge', first, '--reason', 'test', '--yes')
    // What asks a team's server is run where there is one: test/team.
    const alone = Object.keys(OUTPUT_SCHEMAS).filter((name) => !Object.hasOwn(TEAM_SCHEMAS, name))
    expect([...checkedCommands].sort()).toEqual(alone.sort())
  })

  test('in which a member is missing, wrong or unknown is told', () => {
    const answer = sandbox.askJson(['status'])
    const said = (json: object) => () =>
      checkOutput(['status', '--json'], { stdout: JSON.stringify(json), stderr: '' })
    expect(said(answer)).not.toThrow()
    expect(said({ ...answer, entries: '7' })).toThrow('otherwise than published')
    expect(said({ ...answer, more: 1 })).toThrow('otherwise than published')
    expect(said({ ...answer, key: undefined })).toThrow('otherwise than published')
  })

  test('that is an error is one of one shape, on the other channel', () => {
    const run = sandbox.run(['show', 'nothing-like-it', '--json'])
    expect(run).toMatchObject({ status: 3, stdout: '' })
    const wrong = '{"error":{"code":3,"type":"not_found"}}'
    expect(() => checkOutput(['show', 'x', '--json'], { stdout: '', stderr: wrong })).toThrow('is none')
  })
})

/** Each of five contradictions by a verb of its own. */
function settleEach(): void {
  const { items } = sandbox.askJson<{ items: readonly { id: string; kind: string; subjects: string[] }[] }>([
    'review',
    '--kind',
    'contradiction',
  ])
  const [a, b, c, d, e] = items
  sandbox.askJson(['review', 'accept', a?.id ?? ''])
  sandbox.askJson(['review', 'reject', b?.id ?? ''])
  sandbox.askJson(['review', 'supersede', c?.id ?? '', '--winner', c?.subjects[0] ?? ''])
  sandbox.askJson(['review', 'edit', d?.id ?? '', '--text', 'Retries are bounded'])
  sandbox.askJson(['review', 'snooze', e?.id ?? '', '--days', '3'])
}

/** A command that runs until it is interrupted. */
async function checkProxy(): Promise<void> {
  const args = ['--json', 'fit', 'proxy', '--upstream', 'http://127.0.0.1:9']
  const run = await sandbox.interrupted(args)
  expect(run.status).toBe(0)
  checkOutput(args, run)
}

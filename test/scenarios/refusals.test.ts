import { mkdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../packages/varve/src/operations/table.ts'
import { errorOf } from './memory-of.ts'
import { Sandbox } from './sandbox.ts'

const place = new Sandbox()
let session = ''
let learning = ''
let task = ''

beforeAll(() => {
  const says = (id: number, role: string, content: string) =>
    JSON.stringify({
      type: role,
      uuid: `u${id}`,
      sessionId: 'one',
      cwd: place.project,
      timestamp: `2026-03-05T10:00:0${id}.000Z`,
      message: { role, content },
    })
  const lines = [
    says(1, 'user', 'Always run make lint before a push to `main`.'),
    says(2, 'assistant', 'I run make lint.'),
    says(3, 'user', 'And now push.'),
    says(4, 'assistant', 'Pushed to main.'),
  ]
  place.write('sessions/one.jsonl', `${lines.join('\n')}\n`)
  mkdirSync(`${place.project}/empty`)
  place.askJson(['session', 'import', 'sessions'])
  place.askJson(['learn'])
  place.askJson(['add', 'A fact, and nothing that was learnt.', '--scope', 'project'])
  session = place.askJson<{ sessions: { id: string }[] }>(['session', 'list']).sessions[0]?.id ?? ''
  learning = place.askJson<{ learnings: { id: string }[] }>(['learn', 'list']).learnings[0]?.id ?? ''
  task = place.askJson<{ task: string }>(['work', 'next', '--mode', 'summarize']).task
})
afterAll(() => place.remove())

/** One way or more to be refused, of each command of §12 that can be. */
const REFUSED: readonly (() => readonly string[])[] = [
  () => ['session', 'list', '--since', 'soon'],
  () => ['session', 'list', '--status', 'lost'],
  () => ['session', 'show', 's_000000'],
  () => ['session', 'show', session, '--at', 'm_000000'],
  () => ['session', 'tag', 's_000000', 'ci'],
  () => ['session', 'tag', session, 'No Tag'],
  () => ['session', 'capture', '--transcript', 'gone.jsonl'],
  () => ['session', 'import', 'gone'],
  () => ['session', 'import'],
  () => ['session', 'exclude', 's_000000'],
  () => ['session', 'prune', '--older-than', 'soon'],
  () => ['session', 'prune'],
  () => ['learn', '--since', 'soon'],
  () => ['learn', '--session', 's_000000'],
  () => ['learn', 'list', '--status', 'lost'],
  () => ['learn', 'show', 'zzzzzzzz'],
  () => ['learn', 'show', 'zz'],
  () => ['learn', 'promote', learning],
  () => ['learn', 'promote', 'zzzzzzzz', '--reason', 'checked'],
  () => ['learn', 'demote', learning],
  () => ['learn', 'auto', 'zzzzzzzz'],
  () => ['work', 'next', '--lease', 'soon'],
  () => ['work', 'next', '--mode', 'dream'],
  () => ['work', 'submit', 'w_00000000', '--file', 'sessions/one.jsonl'],
  () => ['work', 'submit', task, '--file', 'gone.json'],
  () => ['work', 'submit', task, '--file', 'sessions/one.jsonl'],
  () => ['knowledge', 'show', '--status', 'lost'],
  () => ['knowledge', 'show', '--remote'],
  () => ['knowledge', 'pull'],
  () => ['knowledge', 'push'],
  () => ['team', 'create', 'shop'],
  () => ['team', 'member'],
  () => ['team', 'status'],
  () => ['team', 'token'],
]

test('each refusal of sessions, learnings, work, knowledge and teams says what, why and one command to run, and prints no data [SL-02]', () => {
  for (const words of REFUSED) {
    const args = words()
    const { status, stdout, stderr } = place.ask([...args, '--json'])
    expect({ args, stdout, isRefused: status !== 0 }).toEqual({ args, stdout: '', isRefused: true })
    const { code, type, message, fix } = errorOf(stderr)
    expect({ args, code }).toEqual({ args, code: status })
    // What failed and why: a sentence that names more than the kind of error.
    expect({ args, type, message }).toMatchObject({
      type: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(/\w+ \w+/),
    })
    expect({ args, fix: fix[0] ?? '' }).toEqual({
      args,
      fix: expect.stringMatching(/^(?:[A-Z_]+=\S+ )?varve [a-z]/),
    })
    expect(isCommand(fix[0] ?? '')).toBe(true)
    const told = place.ask(args)
    expect({ args, stdout: told.stdout }).toEqual({ args, stdout: '' })
    expect(told.stderr).toContain(fix[0])
  }
})

function isCommand(line: string): boolean {
  const words = line.replace(/^.*?varve /, '').split(' ')
  return OPERATIONS.some(({ name }) => name.split(' ').every((word, index) => words[index] === word))
}

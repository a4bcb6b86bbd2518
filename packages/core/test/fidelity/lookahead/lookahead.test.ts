import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hintsOf, planRelevance } from '../../../src/fidelity/lookahead/hints-of.ts'
import { lookahead, type Task } from '../../../src/fidelity/lookahead/lookahead.ts'
import { todoHints } from '../../../src/fidelity/lookahead/todo-hints.ts'
import { terms } from '../../../src/fidelity/model/terms.ts'
import { window } from '../build-window.ts'

function task(id: string, status: string, ...dependsOn: readonly string[]): Task {
  return { id, title: id, status, dependsOn }
}

function found(tasks: readonly Task[], depth: number): readonly string[] {
  return lookahead({ tasks }, depth).map(({ tool, distance }) => `${tool} ${distance}`)
}

test('what waits for a running task comes next, and what waits for that after it [CAM-76]', () => {
  expect(found([task('search', 'running'), task('summarize', 'pending', 'search')], 1)).toEqual([
    'summarize 1',
  ])
  const diamond = [
    task('a', 'running'),
    task('b', 'pending', 'a'),
    task('c', 'pending', 'a'),
    task('d', 'pending', 'b', 'c'),
  ]
  expect(found(diamond, 3)).toEqual(['b 1', 'c 1', 'd 2'])
  expect(found(diamond, 0)).toEqual([])
  expect(
    found(
      diamond.map((each) => ({ ...each, status: 'pending' })),
      3,
    ),
  ).toEqual([])
  expect(
    found(
      diamond.map((each) => ({ ...each, status: 'completed' })),
      3,
    ),
  ).toEqual([])
})

test('circles, unknown ids and tasks that wait for themselves end, each task once [CAM-76]', () => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  const anyTask = fc.record({
    id: fc.constantFrom(...ids),
    title: fc.string(),
    status: fc.constantFrom('running', 'pending', 'ready', 'completed'),
    dependsOn: fc.array(fc.constantFrom(...ids, 'gone'), { maxLength: 4 }),
  })
  fc.assert(
    fc.property(fc.uniqueArray(anyTask, { selector: ({ id }) => id }), (tasks) => {
      const hints = lookahead({ tasks }, 5)
      expect(hints.length).toBeLessThanOrEqual(
        tasks.filter(({ status }) => status !== 'running' && status !== 'ready').length,
      )
      for (const { distance } of hints) expect(distance).toBeGreaterThanOrEqual(1)
    }),
  )
})

test('keywords are small letters, and a description is cut between characters [CAM-79]', () => {
  const wide = `${'あ'.repeat(66)}いう`
  const [hint] = lookahead(
    {
      tasks: [
        task('go', 'running'),
        { ...task('Deploy', 'pending', 'go'), description: `The NEW server. ${wide}` },
      ],
    },
    1,
  )
  expect(hint?.keywords.slice(0, 3)).toEqual(['deploy', 'new', 'server'])
  expect(hint?.keywords.join('')).not.toContain('\ufffd')
  expect(planRelevance([{ tool: 'x', keywords: ['server'], distance: 1 }])(terms('The SERVERS are up'))).toBe(
    1,
  )
})

test('a todo list says what comes next: what is in progress, then what is pending [CAM-78]', () => {
  const todos = [
    { content: 'look around', status: 'completed' },
    { content: 'fix src/tax.ts rounding', status: 'in_progress' },
    { content: 'update README', status: 'pending' },
  ]
  const hints = todoHints(window().user('go').step('t', 'TodoWrite', { todos }, 'ok').messages(), 3)
  expect(hints.map(({ distance }) => distance)).toEqual([1, 2])
  expect(hints[0]?.keywords).toContain('src/tax.ts')
})

test('without depth nothing is looked for; what the host says comes before graph and list [CAM-77]', () => {
  const graph = {
    get tasks(): readonly Task[] {
      throw new Error('nobody may look')
    },
  }
  expect(hintsOf({ graph, withTodos: true }, [], 0)).toEqual([])
  const hints = [{ tool: 'read', keywords: ['rate'], distance: 1 }]
  expect(hintsOf({ hints, graph, withTodos: true }, [], 3)).toBe(hints)
})

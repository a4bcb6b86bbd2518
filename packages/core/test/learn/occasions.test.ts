import { describe, expect, test } from 'vitest'
import type { SessionLessons } from '../../src/learn/plan/plan-learn.ts'
import { keysWorthKeeping } from '../../src/learn/worth-keeping.ts'
import {
  agent,
  gives,
  learn,
  learnings,
  lessonsOf,
  open,
  person,
  runs,
  type Written,
} from './written-session.ts'

let calls = 0

const works = (command: string): readonly Written[] => [
  runs(`r${++calls}`, command),
  gives(`r${calls}`, 'ok'),
]
const fails = (command: string): readonly Written[] => [
  runs(`r${++calls}`, command),
  gives(`r${calls}`, 'Exit code 1', true),
]
const edits = (file_path: string): readonly Written[] => [
  agent({ kind: 'tool_call', text: '', tool: 'Edit', args: { file_path }, call_id: `e${++calls}` }),
  gives(`e${calls}`, 'ok'),
]
const commits = () => works('git add -A && git commit -m "Add it"')

const BEFORE = '`mise run lint` is run before a commit.'
const AFTER = '`mise run lint` is run after changes to `.go` files.'
const USED = 'Command used in this project: `mise run lint`'

/** What is kept of sessions, each of the given steps, as an import takes them. */
function keptOf(...sessions: readonly (readonly Written[])[]): readonly SessionLessons[] {
  const all = sessions.map((steps, index) => lessonsOf(`s${index}`, [person('go on'), ...steps]))
  const kept = keysWorthKeeping(
    all.map(({ session, findings }) => ({ root: session.root_id, findings })),
    () => false,
  )
  return all.map((each) => ({ ...each, findings: each.findings.filter(({ key }) => kept.has(key)) }))
}

const contentsOf = (lessons: readonly SessionLessons[]) =>
  [...new Set(lessons.flatMap(({ findings }) => findings.map(({ content }) => content)))].sort()

const times = (count: number, ...steps: readonly (readonly Written[])[]) =>
  Array.from({ length: count }, () => steps.flat())

describe('when a command is run', () => {
  test('between the last change and the commit of it, session after session, is before a commit', () => {
    const lintThenCommit = times(3, edits('/app/a.go'), works('mise run lint'), commits())
    expect(contentsOf(keptOf(...lintThenCommit))).toEqual([USED, BEFORE])
    expect(
      contentsOf(keptOf(...times(3, edits('/app/a.go'), works('mise run lint && git commit -m x')))),
    ).toEqual([USED, BEFORE])
    expect(contentsOf(keptOf(...lintThenCommit.slice(1)))).toEqual([USED])
  })

  test.each([
    ['there was another change since', [works('mise run lint'), edits('/app/a.go'), commits()]],
    ['it failed', [edits('/app/a.go'), fails('mise run lint'), commits(), works('mise run lint')]],
    ['nothing was changed', [works('mise run lint'), commits()]],
    ['no commit came', [edits('/app/a.txt'), works('mise run lint'), fails('git commit -m x')]],
  ])('is not before a commit where %s', (_, steps) => {
    expect(contentsOf(keptOf(...times(5, ...steps)))).not.toContain(BEFORE)
  })

  test('is told only where three of five sessions show it that could', () => {
    const shows = times(6, edits('/app/a.go'), works('mise run lint'), commits())
    const doesNot = times(4, works('mise run lint'), edits('/app/a.go'), commits())
    const commitsNothing = times(20, works('mise run lint'))
    expect(contentsOf(keptOf(...shows, ...doesNot, ...commitsNothing))).toContain(BEFORE)
    expect(contentsOf(keptOf(...shows, ...doesNot, ...doesNot.slice(0, 1)))).not.toContain(BEFORE)
  })

  test('after changes to the files that it mostly follows, where it isn’t before commits', () => {
    const goes = times(
      3,
      edits('/app/a.go'),
      works('mise run lint'),
      edits('/app/b.md'),
      edits('/app/b.go'),
      works('mise run lint'),
    )
    expect(contentsOf(keptOf(...goes))).toEqual([USED, AFTER])
    const mixed = ['go', 'ts', 'py', 'rs'].flatMap((ending) =>
      times(1, edits(`/app/a.${ending}`), works('mise run lint')),
    )
    expect(contentsOf(keptOf(...mixed))).toEqual([USED])
    expect(
      contentsOf(keptOf(...times(3, works('mise run lint'), works('mise run lint'), edits('/app/a.go')))),
    ).toEqual([USED])
  })
})

describe('what says more', () => {
  const statuses = (count: number) => {
    const store = open()
    learn(store, ...keptOf(...times(count, edits('/app/a.go'), works('mise run lint'), commits())))
    return store
  }
  const edgesOf = (store: ReturnType<typeof open>) => [...store.lineage({})]

  test('stands for what says less once it is held true, and not before', () => {
    const [few, many] = [statuses(4), statuses(5)]
    const statusOf = (store: typeof few) =>
      learnings(store).find(({ content }) => content === BEFORE)?.learning?.status
    expect([statusOf(few), edgesOf(few)]).toEqual(['observed', []])
    expect(statusOf(many)).toBe('promoted')
    const named = new Map(learnings(many).map(({ id, content }) => [id, content]))
    expect(edgesOf(many).map(({ kind, top, under }) => [kind, named.get(top), named.get(under)])).toEqual([
      ['supersedes', BEFORE, USED],
    ])
    expect(edgesOf(many).map(({ under }) => many.view(under)?.hidden?.reason)).toEqual(['superseded'])
  })

  test('of what was read on the web promotes nothing and stands for nothing', () => {
    const store = open()
    const web = keptOf(...times(9, edits('/app/a.go'), works('mise run lint'), commits())).map((lessons) => ({
      ...lessons,
      findings: lessons.findings.map((finding) =>
        finding.content === BEFORE ? { ...finding, trust: 'web' as const } : finding,
      ),
    }))
    learn(store, ...web)
    expect(learnings(store).find(({ content }) => content === BEFORE)?.learning?.status).toBe('observed')
    expect(edgesOf(store)).toEqual([])
  })
})

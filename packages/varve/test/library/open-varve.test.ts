import { describe, expect, onTestFinished, test } from 'vitest'
import { isVarveFailure, openVarve } from '../../src/index.ts'
import { temporaryDirectory } from '../files/temporary-directory.ts'

function open() {
  const folder = temporaryDirectory()
  const varve = openVarve({ cwd: folder, env: { VARVE_HOME: `${folder}/home`, VARVE_ACTOR: 'mara' } })
  onTestFinished(() => varve.close())
  return varve
}

async function failureOf(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!isVarveFailure(error)) throw new Error(`no failure of Varve: ${String(error)}`)
  const { code, exitCode, fix } = error
  return { code, exitCode, fix }
}

describe('the library', () => {
  test('runs each operation by its name, and gives what --json prints', async () => {
    const varve = open()
    const added = await varve.run('add', { text: 'The API listens on port 8080.', category: 'architecture' })
    expect(added).toMatchObject({ status: 'added', category: 'architecture' })
    expect(await varve.run('search', { text: 'port', limit: 3 })).toMatchObject({
      items: [{ id: added.id }],
    })
    expect(await varve.run('add', { text: '-' }, { stdin: 'Deploys go out on Tuesdays.' })).toMatchObject({
      status: 'added',
    })
    await varve.run('undo')
    expect(await varve.run('list')).toMatchObject({ count: 1 })
  })

  test('opens the folder that it was given, whichever project an agent around it is in', async () => {
    const [folder, agents] = [temporaryDirectory(), temporaryDirectory()]
    const env = { VARVE_HOME: `${folder}/home`, VARVE_ACTOR: 'mara' }
    const given = openVarve({ cwd: folder, env: { ...env, CLAUDE_PROJECT_DIR: agents } })
    const other = openVarve({ cwd: agents, env })
    onTestFinished(async () => void (await Promise.all([given.close(), other.close()])))
    await given.run('add', { text: 'The API listens on port 8080.' })
    expect(await given.run('list')).toMatchObject({ count: 1 })
    expect(await other.run('list')).toMatchObject({ count: 0 })
  })

  test('answers calls in the order in which they were made', async () => {
    const varve = open()
    const [first, second, listed] = await Promise.all([
      varve.run('add', { text: 'Tests run with vitest.' }),
      varve.run('add', { text: 'Tests run with vitest.' }),
      varve.run('list'),
    ])
    expect([first.status, second.status, listed.count]).toEqual(['added', 'duplicate', 1])
    expect(second.id).toBe(first.id)
  })

  test('fails with a code and what mends it: of an operation that there isn’t, of fields, of data', async () => {
    const varve = open()
    expect(await failureOf(varve.run('serch'))).toEqual({
      code: 'not_found',
      exitCode: 3,
      fix: ['run("search")'],
    })
    expect(await failureOf(varve.run('add', { tetx: 'x' }))).toMatchObject({
      code: 'unknown_flag',
      exitCode: 2,
    })
    expect(await failureOf(varve.run('show', { id: 'abcd' }))).toMatchObject({ code: 'not_found' })
    // What erases asks a person, and there is none.
    expect(await failureOf(varve.run('purge', { id: 'abcd' }))).toMatchObject({ code: 'not_found' })
    expect(isVarveFailure(new Error('x'))).toBe(false)
  })

  test('leaves a call that was given up before it began', async () => {
    const varve = open()
    const call = varve.run('add', { text: 'Never said.' }, { signal: AbortSignal.abort(new Error('enough')) })
    await expect(call).rejects.toThrow('enough')
    expect(await varve.run('list')).toMatchObject({ count: 0 })
  })
})

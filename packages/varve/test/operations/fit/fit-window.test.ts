import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { longSession } from '../../../../../test/scenarios/long-session.ts'
import { fit } from '../../../src/operations/fit.ts'
import { fitWindow } from '../../../src/operations/fit-window.ts'
import { sessionImport } from '../../../src/operations/session-import.ts'
import { sessionList } from '../../../src/operations/session-list.ts'
import { sessionShow } from '../../../src/operations/session-show.ts'
import { openTestContext, type TestContext } from '../test-context.ts'

interface Window {
  readonly levels: object
  readonly calls: number
  readonly sizes: readonly { readonly raw: number; readonly shown: number }[]
  readonly messages: readonly { readonly parts: readonly Part[] }[]
}

interface Part {
  readonly level: string
  readonly message: string
  readonly place: number
  readonly begins?: string
  readonly sent?: string
  readonly why: string
}

let opened: TestContext
let session = ''
beforeEach(async () => {
  opened = openTestContext()
  writeFileSync(join(opened.project, 'session.jsonl'), longSession(70))
  await opened.run(sessionImport, { paths: ['session.jsonl'], anyProject: true })
  session = (await json<{ sessions: readonly { id: string }[] }>(sessionList)).sessions[0]?.id ?? ''
})
afterEach(() => opened.close())

async function json<T>(operation: Parameters<TestContext['run']>[0], input: object = {}): Promise<T> {
  return JSON.parse(JSON.stringify((await opened.run(operation, input)).json))
}

describe('varve fit window', () => {
  test('fits a captured session as the file that its agent wrote', async () => {
    const window = await json<Window>(fitWindow, { session })
    const file = await json<{ kept: object; window: { call: number } }>(fit, {
      transcript: 'session.jsonl',
    })
    expect(window.calls).toBe(file.window.call)
    expect(window.levels).toEqual(file.kept)
    expect(window.sizes.at(-1)?.shown).toBeLessThan(window.sizes.at(-1)?.raw ?? 0)
  })

  test('says of a session that nothing was answered in, and of a call that there is none, what to do', async () => {
    const [first = ''] = longSession(1).split('\n')
    writeFileSync(
      join(opened.project, 'begun.jsonl'),
      `${first.replaceAll(/"sessionId":"[^"]*"/g, '"sessionId":"begun"')}\n`,
    )
    await opened.run(sessionImport, { paths: ['begun.jsonl'], anyProject: true })
    const { sessions } = await json<{ sessions: readonly { id: string }[] }>(sessionList)
    const begun = sessions.find(({ id }) => id !== session)?.id
    await expect(opened.run(fitWindow, { session: begun })).rejects.toThrow(
      'has not answered in this session',
    )
    await expect(opened.run(fitWindow, { session, call: 100_000 })).rejects.toMatchObject({
      fix: [expect.stringContaining(`varve fit window ${session} --call `)],
    })
  })

  test('shows a command as it was typed, not as the host wrote it down', async () => {
    const [first = '', ...others] = longSession(3).split('\n')
    const command = JSON.parse(first)
    command.message.content = '<command-name>/review</command-name>\n<command-args>pull 158</command-args>'
    const lines = [JSON.stringify(command), ...others].join('\n')
    writeFileSync(
      join(opened.project, 'command.jsonl'),
      lines.replaceAll(/"sessionId":"[^"]*"/g, '"sessionId":"c"'),
    )
    await opened.run(sessionImport, { paths: ['command.jsonl'], anyProject: true })
    const { sessions } = await json<{ sessions: readonly { id: string; asked: string }[] }>(sessionList)
    const begun = sessions.find(({ id }) => id !== session)
    expect(begun?.asked).toBe('/review pull 158')
    const { messages } = await json<Window>(fitWindow, { session: begun?.id })
    expect(messages[0]?.parts[0]?.begins).toBe('/review pull 158')
  })

  test('names the message that the original of each part lies in', async () => {
    const { messages } = await json<Window>(fitWindow, { session })
    const left = messages.flatMap(({ parts }) => parts).filter(({ level }) => level === 'placeholder')
    expect(left.length).toBeGreaterThan(10)
    const stored = await json<{ messages: readonly { id: string; parts: readonly { text: string }[] }[] }>(
      sessionShow,
      { session, raw: true, limit: 1000 },
    )
    for (const { message, place, sent = '', why } of left) {
      const original = stored.messages.find(({ id }) => id === message)?.parts[place]
      expect(original?.text.length).toBeGreaterThan(sent.length)
      expect(why).not.toBe('')
    }
  })
})

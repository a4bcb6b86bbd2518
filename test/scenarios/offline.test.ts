import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { Sandbox, startProcess } from './sandbox.ts'

const EVERY_COMMAND = fileURLToPath(new URL('./processes/every-command.ts', import.meta.url))
/** What is of the team's server, and of nothing else. */
const OF_THE_SERVER =
  /^varve (?:team |knowledge (?:sync|push|pull)\b|knowledge show .*--remote|doctor .*--team|serve --team)/

const places: Sandbox[] = []
afterAll(() => {
  for (const place of places) place.remove()
})

interface Answered {
  readonly line: string
  readonly status: number
  readonly reached: number
}

/** Answers the examples of every command in a project of its own, with no network. */
async function everyCommand(env: Readonly<Record<string, string>>): Promise<readonly Answered[]> {
  const place = new Sandbox()
  places.push(place)
  place.git('init', '-q')
  const { ended } = startProcess(process.execPath, ['--conditions=varve-source', EVERY_COMMAND], {
    cwd: place.project,
    env: { ...place.env, ...env },
  })
  return JSON.parse((await ended).stdout).answers
}

test('with the network of a team gone every local command ends as it does without a team, and asks nobody [SL-83]', async () => {
  const [alone, cutOff] = await Promise.all([
    everyCommand({}),
    everyCommand({ VARVE_TEAM_URL: 'postgresql://nobody:secret-word@127.0.0.1:1/nowhere' }),
  ])
  const isLocal = ({ line }: Answered) => !OF_THE_SERVER.test(line)
  expect(cutOff.filter(isLocal)).toEqual(alone.filter(isLocal))
  expect(alone.filter(isLocal).length).toBeGreaterThan(100)
  expect(cutOff.filter((each) => isLocal(each) && each.reached > 0)).toEqual([])
  // What is of the server was cut off indeed.
  expect(cutOff.filter(({ reached }) => reached > 0).length).toBeGreaterThan(3)
})

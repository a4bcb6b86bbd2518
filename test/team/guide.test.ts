import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { readBlocks } from '../docs/markdown-blocks.ts'
import { contents, shown } from '../scenarios/memory-of.ts'
import { ROOT } from '../scenarios/sandbox.ts'
import { add } from '../scenarios/statements.ts'
import { serving } from './server/serving.ts'
import { createTeamDatabase, roleName, type TeamDatabase } from './server/team-database.ts'
import { Machine } from './team-of.ts'

let database: TeamDatabase

beforeAll(async () => {
  database = await createTeamDatabase([])
})

/** The blocks of the page that need a server, by their first words. */
function blockOf(start: string): readonly string[] {
  const page = readFileSync(join(ROOT, 'docs/guide/team.md'), 'utf8')
  const block = readBlocks(page).find(({ info, text }) => info === 'sh no-run' && text.startsWith(start))
  if (block === undefined) throw new Error(`the page has no block that begins with ${start}`)
  return block.text.split('\n').map(asHere)
}

/** Other tests of this run may have a role of that name on the same server. */
function ofGuide(name: string): string {
  return `${name}_guide`
}

/** As the page says it, on the server of the tests, with roles that are this run's own. */
function asHere(line: string): string {
  const url = new URL(database.url)
  return line
    .replace('postgresql://postgres:password@localhost/postgres', database.url)
    .replace(
      /(\w+):(\w+)@localhost\/postgres/,
      (_, role, password) => `${role}:${password}@${url.host}${url.pathname}`,
    )
    .replace(/\b(alice|bob|gate)\b/g, (name) => roleName(ofGuide(name)))
}

/** Does what a line says; what it exports stays. */
async function follow(machine: Machine, line: string, env: Record<string, string>): Promise<string> {
  const [, sql] = /^psql "\$VARVE_TEAM_URL" -c "(.*)"$/.exec(line) ?? []
  if (sql !== undefined) {
    await database.admin.run(sql)
    return ''
  }
  if (line.startsWith('export ')) {
    for (const [, name = '', value = ''] of line.matchAll(/(\w+)=(\S+)/g)) env[name] = value
    return ''
  }
  if (line.startsWith('git ')) {
    const { status, stderr } = spawnSync('sh', ['-c', line], {
      cwd: machine.project,
      env: gitEnvironment(machine),
    })
    expect([line, status, String(stderr)]).toEqual([line, 0, ''])
    return ''
  }
  expect(line).toMatch(/^varve /)
  const { status, stdout, stderr } = machine.ask(line.split(' ').slice(1), { env })
  expect([line, status, stderr]).toEqual([line, 0, expect.not.stringContaining('error')])
  return stdout
}

function gitEnvironment({ env }: Machine): NodeJS.ProcessEnv {
  const person = { NAME: 'Ada', EMAIL: 'ada@example.com' }
  const named = Object.entries(person).flatMap(([key, value]) => [
    [`GIT_AUTHOR_${key}`, value],
    [`GIT_COMMITTER_${key}`, value],
  ])
  return {
    ...env,
    ...Object.fromEntries(named),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
  }
}

test('the guide takes a newcomer from nothing to machines that share a memory, by a database and over HTTP', async () => {
  const alice = new Machine('')
  alice.git('init', '-q', '-b', 'main')
  const [admin, own]: Record<string, string>[] = [{}, {}]
  if (admin === undefined || own === undefined) throw new Error('no environments')
  for (const line of blockOf('export VARVE_TEAM_URL=postgresql://postgres')) await follow(alice, line, admin)
  add(alice, 'Deploy from main alone')
  let status = ''
  for (const line of blockOf('export VARVE_TEAM_URL=postgresql://alice'))
    status = await follow(alice, line, own)
  expect(status).toContain(`${roleName(ofGuide('alice'))}, owner`)

  const clone = (url: string, more: Readonly<Record<string, string>> = {}) => {
    const machine = new Machine(url, more)
    spawnSync('git', ['clone', '-q', alice.project, machine.project], { env: gitEnvironment(machine) })
    return machine
  }
  const bob = clone(database.urlOf(ofGuide('bob')))
  expect(bob.askJson(['knowledge', 'sync'])).toMatchObject({ pulled: 1, issues: [] })

  let token = ''
  const gateway = blockOf('psql "$VARVE_TEAM_URL"')
  for (const line of gateway.slice(0, -1))
    token = /^vt_\S+$/m.exec(await follow(alice, line, admin))?.[0] ?? token
  const [, url = '', words = ''] = /^VARVE_TEAM_URL=(\S+) varve (.*)$/.exec(gateway.at(-1) ?? '') ?? []
  const server = await serving(new Machine(url), words.split(' '))
  onTestFinished(async () => void (await server.end()))
  const carol = clone('')
  const hers: Record<string, string> = {}
  const [named = '', ...rest] = blockOf('export VARVE_TEAM_URL=https')
  await follow(carol, named.replace('https://varve.example.com', server.url).replace('vt_…', token), hers)
  for (const line of rest) await follow(carol, line, hers)
  for (const machine of [bob, carol]) expect(contents(shown(machine))).toEqual(['Deploy from main alone'])
})

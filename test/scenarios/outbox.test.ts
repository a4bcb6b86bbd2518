import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contents, errorOf, everything, examine, expectSound, logged, shown } from './memory-of.ts'
import { isReadOnlyPossible, protectFolder } from './processes/disks.ts'
import { BIN, type Run, type Sandbox } from './sandbox.ts'
import { add, show } from './statements.ts'
import { throwAway } from './throw-away.ts'

function outboxOf(place: Sandbox): readonly string[] {
  const folder = join(place.project, '.varve/outbox')
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('pl_')) : []
}

/** Does something while the memory may only be read, as an agent's sandbox has it. */
function sandboxed<T>(place: Sandbox, work: () => T): T {
  const release = protectFolder(place.home)
  try {
    return work()
  } finally {
    release()
  }
}

describe.skipIf(!isReadOnlyPossible())('a writer that may not write the memory', () => {
  test('leaves records in the outbox, says so, and sees them; the next command that may write takes them in', () => {
    const place = throwAway()
    const known = add(place, 'Known before')
    const before = logged(place).length
    const written = sandboxed(place, () => {
      const added = place.run(['add', 'Learned in a sandbox', '--json'])
      expect(added).toMatchObject({ status: 0 })
      expect(added.stderr).toContain('warning: [outbox_waiting]')
      expect(added.stderr).toContain('.varve/outbox')
      const { id } = JSON.parse(added.stdout) as { id: string }
      for (const args of [
        ['edit', known.id, '--text', 'Known better'],
        ['link', 'add', known.id, id, '--type', 'supports'],
        ['add', 'A mistake'],
        ['undo'],
      ]) {
        expect({ args, ...place.run(args) }).toMatchObject({ args, status: 0 })
      }
      expect(contents(shown(place))).toEqual(['Known better', 'Learned in a sandbox'])
      expect(place.run(['add', 'learned in a sandbox.']).stdout).toContain('Already known')
      expect(place.json(['status'])).toMatchObject({ outbox: 6 })
      expect(examine(place)).toMatchObject({
        status: 0,
        issues: Array.from({ length: 6 }, () => ({ code: 'outbox_waiting' })),
      })
      return { id, list: shown(place), log: logged(place) }
    })
    expect(outboxOf(place)).toHaveLength(6)
    const next = place.run(['list'])
    expect(next.stderr).toContain('6 records were taken in from .varve/outbox')
    expect(outboxOf(place)).toEqual([])
    expect(shown(place)).toEqual(written.list)
    expect(logged(place)).toEqual(written.log)
    expect(logged(place)).toHaveLength(before + 6)
    expect(place.run(['list']).stderr).toBe('')
    expectSound(place)
  })

  test('may be the first of its project: whoever comes after finds the same one', () => {
    const place = throwAway()
    place.git('init', '-q')
    sandboxed(place, () => place.json(['add', 'The very first']))
    expect(outboxOf(place)).toHaveLength(1)
    expect(place.git('status', '--porcelain', '-uall')).toBe('?? .varve/config.json\n')
    expect(contents(shown(place))).toEqual(['The very first'])
    expectSound(place)
  })

  test('writes what many processes at once know, with none of it lost [RS-19]', async () => {
    const place = throwAway()
    add(place, 'Known before')
    const release = protectFolder(place.home)
    try {
      const runs = await Promise.all(
        Array.from({ length: 6 }, (_, index) => place.start(['add', `Fact number ${index}`])),
      )
      expect(runs.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 0))
    } finally {
      release()
    }
    await Promise.all(Array.from({ length: 3 }, () => place.start(['list'])))
    expect(shown(place)).toHaveLength(7)
    expect(outboxOf(place)).toEqual([])
    expectSound(place)
  })

  test('masks secrets before the record file is written [RS-60]', () => {
    const place = throwAway()
    sandboxed(place, () => place.json(['add', 'password: hunter2hunter2']))
    const [name = ''] = outboxOf(place)
    expect(readFileSync(join(place.project, '.varve/outbox', name), 'utf8')).not.toContain('hunter2')
  })

  test('is refused what must not wait: to erase, to make the store, to exchange records', () => {
    const place = throwAway()
    const { id } = add(place, 'Known before')
    sandboxed(place, () => {
      for (const args of [
        ['purge', id, '--reason', 'test', '--yes'],
        ['init'],
        ['knowledge', 'sync'],
        ['doctor', '--fix'],
      ]) {
        const refused = place.run([...args, '--json'])
        expect({ args, ...refused }).toMatchObject({ args, status: 1, stdout: '' })
        expect(errorOf(refused.stderr).type).toBe('read_only')
      }
    })
    expect(outboxOf(place)).toEqual([])
    expect(show(place, id).content).toBe('Known before')
  })

  test('is told that what an import could not read has no place in an outbox', () => {
    const place = throwAway()
    add(place, 'Known before')
    place.write('rows.jsonl', '{"id":"row1","content":"A good row"}\n{"id":"row2","content":\n')
    const run = sandboxed(place, () => place.run(['import', 'jsonl', 'rows.jsonl']))
    expect(run.stderr).toContain('[quarantine_unkept] 1 item')
    place.json(['import', 'jsonl', 'rows.jsonl'])
    expect(contents(shown(place))).toEqual(['A good row', 'Known before'])
    expect(place.json(['status'])).toMatchObject({ quarantined: 1 })
  })

  test('reads through the log that a killed writer left', () => {
    const place = throwAway()
    add(place, 'Known before')
    const source = `
      import { openSqliteStore } from '${join(import.meta.dirname, '../../packages/store-sqlite/dist/index.js')}'
      const store = openSqliteStore(process.argv[1], { project: process.argv[2] })
      store.transact('kill', (writer) => writer.putPolicy('p', {}))
      process.kill(process.pid, 'SIGKILL')`
    const { project } = place.json<{ project: string }>(['status'])
    const database = place.database()
    spawnSync(process.execPath, ['--input-type=module', '-e', source, '--', database, project])
    expect(existsSync(`${database}-wal`)).toBe(true)
    sandboxed(place, () => {
      expect(contents(shown(place))).toEqual(['Known before'])
      expect(place.run(['add', 'Learned in a sandbox']).status).toBe(0)
    })
    expect(contents(shown(place))).toEqual(['Known before', 'Learned in a sandbox'])
  })
})

describe('an outbox', () => {
  /** The record files of three statements, made in a copy of the project. */
  function filled(): Sandbox {
    const place = throwAway()
    const other = throwAway()
    place.json(['init'])
    const config = readFileSync(join(place.project, '.varve/config.json'), 'utf8')
    other.write('.varve/config.json', config)
    for (const text of ['One', 'Two', 'Three']) other.json(['add', text])
    other.json(['knowledge', 'sync'])
    for (const name of readdirSync(join(other.project, '.varve/journal'))) {
      place.write(`.varve/outbox/${name}`, readFileSync(join(other.project, '.varve/journal', name), 'utf8'))
    }
    return place
  }

  test('gives its whole records; a damaged one is set aside with its bytes, and named [RS-27]', () => {
    const place = filled()
    const [first = '', second = ''] = outboxOf(place)
    const folder = join(place.project, '.varve/outbox')
    const half = readFileSync(join(folder, first), 'utf8').slice(0, 100)
    writeFileSync(join(folder, first), half)
    const changed = readFileSync(join(folder, second), 'utf8').replace('Two', 'Too')
    writeFileSync(join(folder, second), changed)
    expect(contents(shown(place))).toEqual(['Three'])
    expect(outboxOf(place)).toEqual([`${first}.damaged`, `${second}.damaged`])
    expect(readFileSync(join(folder, `${first}.damaged`), 'utf8')).toBe(half)
    const { status, issues } = examine(place)
    expect(status).toBe(3)
    expect(issues).toMatchObject([
      { code: 'outbox_damaged', subjects: [`.varve/outbox/${first}.damaged`] },
      { code: 'outbox_damaged', subjects: [`.varve/outbox/${second}.damaged`] },
    ])
    expect(place.json(['add', 'Four'])).toMatchObject({ status: 'added' })
  })

  test('that came with the repository is not taken in', () => {
    const place = filled()
    place.git('init', '-q')
    place.git('add', '-f', '.varve/outbox')
    expect(shown(place)).toEqual([])
    expect(examine(place).issues.map(({ code }) => code)).toEqual(
      Array.from({ length: 3 }, () => 'outbox_waiting'),
    )
    expect(outboxOf(place)).toHaveLength(3)
  })

  test('keeps records of another project and of a newer program, and says so', () => {
    const place = filled()
    const folder = join(place.project, '.varve/outbox')
    const [first = '', second = ''] = outboxOf(place)
    const other = throwAway()
    other.json(['add', 'Of another project'])
    other.json(['knowledge', 'sync'])
    const [foreign = ''] = readdirSync(join(other.project, '.varve/journal'))
    writeFileSync(join(folder, first), readFileSync(join(other.project, '.varve/journal', foreign)))
    const newer = readFileSync(join(folder, second), 'utf8').replace('"schema":1', '"schema":99')
    writeFileSync(join(folder, second), newer)
    expect(contents(shown(place))).toEqual(['Three'])
    expect(outboxOf(place)).toEqual([first, second])
    expect(
      examine(place)
        .issues.map(({ message }) => message)
        .join(),
    ).toMatch(/newer Varve.*another project|another project.*newer Varve/)
  })
})

const isRoot = process.getuid?.() === 0 && spawnSync('setpriv', ['--version']).status === 0

describe.skipIf(!isRoot)('a writer of another account, whom the memory is closed to', () => {
  const NOBODY = ['--reuid', '65534', '--regid', '65534', '--clear-groups']
  /** Node and the command where every account may read them: the checkout may be closed to others. */
  let open = ''

  beforeAll(() => {
    open = mkdtempSync(join(tmpdir(), 'varve-open-'))
    copyFileSync(process.execPath, join(open, 'node'))
    cpSync(dirname(realpathSync(BIN)), join(open, 'bundle'), { recursive: true })
    spawnSync('chmod', ['-R', 'a+rX', open])
  })
  afterAll(() => rmSync(open, { recursive: true }))

  function asNobody(place: Sandbox, args: readonly string[]): Run {
    const command = [join(open, 'node'), join(open, 'bundle', basename(BIN))]
    const { status, stdout, stderr } = spawnSync('setpriv', [...NOBODY, ...command, ...args], {
      cwd: place.project,
      env: { ...place.env, NODE_DISABLE_COMPILE_CACHE: '1' },
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }

  test('is told so, and what it writes is not lost', () => {
    const place = throwAway()
    add(place, 'Known before')
    chmodSync(place.folder, 0o755)
    chmodSync(place.home, 0o700)
    mkdirSync(join(place.project, '.varve/outbox'), { recursive: true })
    for (const folder of ['', '.varve', '.varve/outbox']) chmodSync(join(place.project, folder), 0o777)
    const seen = asNobody(place, ['list'])
    expect(seen.status).toBe(0)
    expect(seen.stderr).toContain('[store_out_of_reach]')
    const written = asNobody(place, ['add', 'Learned by another account'])
    expect(written).toMatchObject({ status: 0 })
    expect(written.stderr).toContain('[outbox_waiting]')
    expect(contents(everything(place))).toEqual(['Known before', 'Learned by another account'])
    expectSound(place)
  })

  test('reads it where it may, and what it writes is not lost', () => {
    const place = throwAway()
    const known = add(place, 'Known before')
    spawnSync('chmod', ['-R', 'a+rX', place.folder])
    mkdirSync(join(place.project, '.varve/outbox'), { recursive: true })
    for (const folder of ['', '.varve', '.varve/outbox']) chmodSync(join(place.project, folder), 0o777)
    expect(asNobody(place, ['list'])).toMatchObject({ status: 0, stderr: '' })
    expect(asNobody(place, ['edit', known.id, '--text', 'Known better'])).toMatchObject({ status: 0 })
    expect(asNobody(place, ['list']).stdout).toContain('Known better')
    expect(show(place, known.id).content).toBe('Known better')
    expectSound(place)
  })
})

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contents, errorOf, expectSound, logged, shown } from './memory-of.ts'
import { BIN, NODE, type Sandbox } from './sandbox.ts'
import { add, show } from './statements.ts'
import { throwAway } from './throw-away.ts'

const hasTerminal =
  process.platform === 'linux' && spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0

/** Runs `varve edit` on a terminal whose editor is a shell script; `$1` is the file. */
function editOnTerminal(place: Sandbox, id: string, editor: string, more = '') {
  const script = place.write('editor.sh', editor)
  const { status, stdout } = spawnSync(
    'script',
    ['-qec', `"${NODE}" "${BIN}" edit ${id} ${more}`, '/dev/null'],
    {
      cwd: place.project,
      env: { ...place.env, TMPDIR: place.folder, EDITOR: 'not-this-one', VISUAL: `sh ${script}` },
      encoding: 'utf8',
      input: '',
    },
  )
  return { status, screen: stdout }
}

describe.skipIf(!hasTerminal)('an edit that names no change, on a terminal', () => {
  test('opens the text in an editor and saves what it became, with the file for nobody else', () => {
    const place = throwAway()
    const { id } = add(place, 'Use npm')
    const { status } = editOnTerminal(
      place,
      id,
      'cp "$1" seen.txt; stat -c "%a" "$1" > mode.txt; echo "$1" > name.txt; echo "Use pnpm" > "$1"',
    )
    expect(status).toBe(0)
    expect(show(place, id).content).toBe('Use pnpm')
    expect(readFileSync(`${place.project}/seen.txt`, 'utf8')).toBe('Use npm\n')
    expect(readFileSync(`${place.project}/mode.txt`, 'utf8')).toBe('600\n')
    expect(existsSync(readFileSync(`${place.project}/name.txt`, 'utf8').trim())).toBe(false)
    place.json(['undo'])
    expect(show(place, id).content).toBe('Use npm')
  })

  test('writes nothing where the text came back as it was, or the editor failed', () => {
    const place = throwAway()
    const { id } = add(place, 'Use npm\n')
    const { status, screen } = editOnTerminal(place, id, 'true')
    expect(status).toBe(0)
    expect(screen).toContain('Nothing to change')
    const failed = editOnTerminal(place, id, 'echo "Use pnpm" > "$1"; exit 3')
    expect(failed.status).toBe(2)
    expect(failed.screen).toContain('ended with 3; nothing was changed')
    expect(logged(place)).toHaveLength(1)
  })

  test('masks a secret that was typed in the editor [RS-60]', () => {
    const place = throwAway()
    const { id } = add(place, 'Use npm')
    editOnTerminal(place, id, 'echo "password: hunter2hunter2" > "$1"')
    expect(show(place, id).content).toBe('password: [redacted:assignment]')
  })

  test('keeps the text in its file where somebody else changed the entry meanwhile [RS-17]', () => {
    const place = throwAway()
    const { id } = add(place, 'Use npm')
    const { status, screen } = editOnTerminal(
      place,
      id,
      `"${NODE}" "${BIN}" edit ${id} --text "Use yarn" < /dev/null > /dev/null; echo "Use pnpm" > "$1"`,
    )
    expect(status).toBe(3)
    const [, file = ''] = /your text is in (\S+)/.exec(screen) ?? []
    expect(readFileSync(file, 'utf8')).toBe('Use pnpm\n')
    expect(contents(shown(place))).toEqual(['Use yarn'])
    expectSound(place)
  })
})

test('without a terminal an edit that names no change is a usage error with a right example [QP-23]', () => {
  const place = throwAway()
  const { id } = add(place, 'Use npm')
  const { status, stdout, stderr } = place.run(['edit', id, '--json'])
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(errorOf(stderr)).toMatchObject({
    type: 'usage',
    fix: ['varve edit 7c1d09aa --text "Use pnpm 10, never npm."'],
  })
})

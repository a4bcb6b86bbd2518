import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contents, errorOf, examine, expectSound, logged, shown } from './memory-of.ts'
import { filesWith } from './read-tree.ts'
import { BIN, NODE } from './sandbox.ts'
import { add, show } from './statements.ts'
import { throwAway } from './throw-away.ts'

describe('purge', () => {
  const WORDS = ['Zephyrine-7731', 'Quokka-8842', 'Obsidian-9953', 'Vermilion-1164', 'Tamarind-2275']

  test('leaves the text in no file, and a tombstone that says why [RS-18]', () => {
    const place = throwAway()
    const kept = add(place, 'This stays')
    const [content, revised, title, tag, reference] = WORDS
    const { id } = add(place, `Old text ${content}`, '--tag', `tag-${tag}`, '--ref', `src/${reference}.ts`)
    place.askJson(['edit', id, '--text', `New text ${revised}`])
    place.askJson(['edit', id, '--title', `Title ${title}`])
    place.askJson(['link', 'add', kept.id, id])
    place.askJson(['compact'])
    place.askJson(['edit', id, '--retract'])
    place.askJson(['undo'])
    for (const word of WORDS) expect(filesWith(place.folder, word).length).toBeGreaterThan(0)
    const asked = place.run(['purge', id, '--reason', 'personal', '--json'])
    expect(asked).toMatchObject({ status: 2, stdout: '' })
    expect(errorOf(asked.stderr).fix).toEqual([`varve purge ${id} --reason "personal" --yes`])
    expect(show(place, id).content).toContain(revised)

    const erased = place.askJson<{ erased: { id: string; hash: string }[] }>([
      'purge',
      id,
      '--reason',
      'personal',
      '--yes',
    ])
    expect(erased.erased).toMatchObject([{ id, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    for (const word of WORDS) expect(filesWith(place.folder, word)).toEqual([])
    expect(show(place, id)).toMatchObject({
      content: '',
      purged: { reason: 'personal', hash: erased.erased[0]?.hash },
    })
    for (const line of ['list --raw', `show ${id} --history`, 'log', `list --as-of 2100-01-01 --raw`]) {
      const { stdout } = place.run([...line.split(' '), '--json'])
      for (const word of WORDS) expect(stdout).not.toContain(word)
    }
    expect(contents(shown(place))).toEqual(['This stays'])
    for (const { plan_id: plan } of logged(place, '--entry', id)) place.run(['undo', plan, '--cascade'])
    for (const word of WORDS) expect(filesWith(place.folder, word)).toEqual([])
    expect(show(place, id).content).toBe('')
    expect(contents(shown(place))).toEqual(['This stays'])
    expectSound(place)
    examine(place, '--fix')
    expectSound(place)
  })

  test('reaches the quarantine, the journal in git, the outbox and a damaged store that was kept [RS-18] [RS-64]', () => {
    const place = throwAway()
    place.git('init', '-q')
    const SECRET = 'The door to the vault is Heliotrope-5512'
    const kept = add(place, 'This stays')
    place.write(
      'rows.jsonl',
      `{"id":"vault","content":"${SECRET}"}\n{"oops": "${SECRET}"\n{"oops": "harmless"\n`,
    )
    place.askJson(['import', 'jsonl', 'rows.jsonl'])
    rmSync(join(place.project, 'rows.jsonl'))
    const copy = add(place, `Somebody said: ${SECRET}.`)
    const top = add(place, 'A vault has a door', '--supersedes', 'vault')
    place.askJson(['knowledge', 'sync'])
    place.askJson(['compact'])
    const [record = ''] = readdirSync(join(place.project, '.varve/journal'))
    place.write(`.varve/outbox/${record}.damaged`, `{"half": ${JSON.stringify(SECRET)}`)
    writeFileSync(`${place.database()}.corrupt-2026-01-01`, `SQLite format 3 ${SECRET}`)
    writeFileSync(`${place.database()}.corrupt-2026-01-02`, 'SQLite format 3, another time')
    expect(filesWith(place.folder, SECRET).length).toBeGreaterThan(5)

    const purged = place.askJson(['purge', 'vault', '--reason', 'a code', '--yes'])
    expect(purged).toMatchObject({
      quarantined: ['rows.jsonl:2'],
      journal_files: [expect.stringMatching(/^pl_.*\.json$/)],
      outbox_files: [`${record}.damaged`],
      kept_stores: [expect.stringContaining('.corrupt-2026-01-01')],
      repeated_by: [copy.id, top.id].sort(),
      out_of_reach: [
        'the file it came from, rows.jsonl',
        'what git keeps of .varve/journal',
        'other machines and worktrees, until they sync and compact',
        'exports and backups',
      ],
    })
    place.askJson(['purge', copy.id, '--reason', 'a code', '--yes'])
    expect(filesWith(place.folder, 'Heliotrope')).toEqual([])
    expect(filesWith(place.home, 'another time')).toHaveLength(1)
    expect(place.askJson(['status'])).toMatchObject({ quarantined: 1 })
    expect(place.askJson(['knowledge', 'sync'])).toMatchObject({ pulled: 0, quarantined: 0 })
    expect(contents(shown(place))).toEqual(['A vault has a door', 'This stays'])
    expect(show(place, kept.id).content).toBe('This stays')
  })

  test('by somebody else erases the text here, and in the journal here, with the next sync [RS-18]', () => {
    const place = throwAway()
    const other = throwAway()
    const { id } = add(place, 'The door to the vault is Heliotrope-5512')
    place.askJson(['knowledge', 'sync'])
    cpSync(join(place.project, '.varve'), join(other.project, '.varve'), { recursive: true })
    other.askJson(['knowledge', 'sync'])
    expect(show(other, id).content).toContain('Heliotrope')
    place.askJson(['purge', id, '--reason', 'a code', '--yes'])
    place.askJson(['knowledge', 'sync'])
    const [, purgeRecord = ''] = readdirSync(join(place.project, '.varve/journal'))
    cpSync(
      join(place.project, '.varve/journal', purgeRecord),
      join(other.project, '.varve/journal', purgeRecord),
    )
    expect(other.askJson(['knowledge', 'sync'])).toMatchObject({ pulled: 1, erased: 1 })
    expect(show(other, id).content).toBe('')
    expect(filesWith(join(other.project, '.varve/journal'), 'Heliotrope')).toEqual([])
    expect(filesWith(other.home, 'Heliotrope')).toEqual([])
    expectSound(other)
  })

  test('of what is pinned needs force; unpinning is a change like any other [BR-83]', () => {
    const place = throwAway()
    const { id } = add(place, 'Never forget this', '--pin')
    const purge = ['purge', id, '--reason', 'test', '--yes']
    const refused = place.run([...purge, '--json'])
    expect(refused).toMatchObject({ status: 2, stdout: '' })
    expect(errorOf(refused.stderr).fix).toEqual([`varve purge ${id} --reason "test" --force`])
    place.askJson(['edit', id, '--unpin'])
    expect(show(place, id).pinned).toBeUndefined()
    expect(logged(place)[0]?.ops).toMatchObject([{ op: 'entry.revise', id, fields: ['pinned'] }])
    place.askJson(['undo'])
    expect(show(place, id).pinned).toBe(true)
    place.askJson([...purge, '--force'])
    expect(shown(place)).toEqual([])
    expect(place.run(['purge', id, '--yes']).status).toBe(2)
  })

  test.skipIf(spawnSync('script', ['--version']).status !== 0)(
    'asks a person at a terminal, and takes no for an answer',
    () => {
      const place = throwAway()
      const { id } = add(place, 'Perhaps erased')
      const answer = (word: string) =>
        spawnSync('script', ['-qec', `"${NODE}" "${BIN}" purge ${id} --reason test`, '/dev/null'], {
          cwd: place.project,
          env: place.env,
          input: `${word}\n`,
          encoding: 'utf8',
        })
      expect(answer('n').stdout).toContain('nothing was erased')
      expect(shown(place)).toHaveLength(1)
      expect(answer('y').stdout).toContain(`Erased ${id}`)
      expect(shown(place)).toEqual([])
    },
  )
})

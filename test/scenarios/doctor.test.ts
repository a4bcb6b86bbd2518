import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { logged, examine as look, type ReportedIssue } from './memory-of.ts'
import type { Sandbox } from './sandbox.ts'
import { Sandbox as NewSandbox } from './sandbox.ts'
import { throwAway } from './throw-away.ts'

function note(members: string, body: string): string {
  return `---\n${members}\n---\n\n${body}\n`
}

/** One note a fault, by the code that names it. */
const FAULTS: Readonly<Record<string, string>> = {
  'config.toml':
    '[ontology]\nmode = "extended"\n[ontology.note_types.task]\n[tag_aliases]\nts = "typescript"\n',
  'notes/01.md': note('id: qp-0001\ntitle: Sound\ntags: [a]', 'A sound note.'),
  'notes/02.md': note('id: qp-0001\ntitle: Other', 'Another text of the same id.'),
  'notes/03.md': note('id: qp-0003\ntitle: Bad value\nvalue: 150', 'Out of range.'),
  'notes/04.md': note('id: qp-0004\ntitle: Digest\ncompacts: [qp-0001, qp-0001]', 'Sound.'),
  'notes/05.md': note('id: qp-0005\ntitle: Two tops\ncompacts: [qp-0001]', 'Sound too.'),
  'notes/06.md': note('id: qp-0006\ntitle: Itself\ncompacts: [qp-0006]', 'Self.'),
  'notes/07.md': note('id: qp-0007\ntitle: Round\ncompacts: [qp-0008]', 'Round one.'),
  'notes/08.md': note('id: qp-0008\ntitle: About\ncompacts: [qp-0007]', 'Round two.'),
  'notes/09.md': note('id: qp-0009\ntitle: Missing\ncompacts: [qp-gone]', 'Stands for nothing.'),
  'notes/10.md': note(
    'id: qp-0010\ntitle: Links\nlinks:\n- {type: supports, id: qp-none}',
    'See [[qp-nope]].',
  ),
  'notes/11.md': note('id: qp-0011\ntitle: First\nlinks:\n- {type: part-of, id: qp-0012}', 'Ring.'),
  'notes/12.md': note('id: qp-0012\ntitle: Second\nlinks:\n- {type: part-of, id: qp-0011}', 'Ring again.'),
  'notes/13.md': note(
    'id: qp-0013\ntitle: Odd\ntype: odd\nlinks:\n- {type: oddly, id: qp-0001}',
    'Odd words.',
  ),
  'notes/14.md': note(`id: qp-0014\ntitle: Heavy\ncustom:\n  x: ${'y'.repeat(11_000)}`, 'Heavy.'),
  'notes/15.md': note('id: qp-0015\ntitle: Long', `${'word '.repeat(1600)}`),
  'notes/16.md': note('id: qp-0016\ntitle: Shows', '![x](../attachments/gone.png)'),
  'notes/17.md': 'no front matter\n',
  'notes/18.md': note(
    'id: qp-0018\ntitle: Empty digest\ncompacts: [qp-0019]',
    '## Summary\n\n```\ncode\n```',
  ),
  'notes/19.md': note('id: qp-0019\ntitle: Under it', 'Short.'),
  'notes/20.md': note(
    'id: qp-0020\ntitle: Long digest\ncompacts: [qp-0021]',
    'A digest that says far more than it should.',
  ),
  'notes/21.md': note('id: qp-0021\ntitle: Terse', 'Terse.'),
  'notes/22.md': note('id: qp-0022\ntitle: Goes', 'Its file will go.'),
  'mocs/23.md': note('id: qp-0023\ntitle: Empty\ntype: moc', 'A map of nothing.'),
  'mocs/24.md': note('id: qp-0024\ntitle: Bare\ntype: moc', '# Bare\n\n- [[qp-0001]]\n- [[qp-0003]]'),
  'attachments/orphan.png': 'abc',
}

const EXPECTED = [
  'error duplicate_id qp-0001',
  'error invalid_frontmatter .qipu/notes/17.md:1',
  'error invalid_value qp-0003',
  'error lineage_cycle qp-0007',
  'error missing_field',
  'error multiple_tops qp-0001',
  'error self_lineage qp-0006',
  'error unknown_source qp-0009',
  'warning broken_attachment qp-0016',
  'warning broken_link qp-0010',
  'warning empty_digest qp-0018',
  'warning large_custom_metadata qp-0014',
  'warning missing_file qp-0022',
  'warning orphaned_attachment .qipu/attachments/orphan.png',
  'warning orphaned_tag_alias ts',
  'warning semantic_link_misuse qp-0011',
  'warning unknown_link_type oddly',
  'warning unknown_type qp-0013',
  'info bare_link_list qp-0024',
  'info digest_larger qp-0020',
  'info duplicate_source qp-0004',
  'info empty_moc qp-0023',
  'info note_complexity qp-0015',
]

function plant(place: Sandbox): void {
  for (const [path, text] of Object.entries(FAULTS)) {
    mkdirSync(join(place.project, '.qipu', path, '..'), { recursive: true })
    writeFileSync(join(place.project, '.qipu', path), text)
  }
  place.askJson(['import', 'qipu'])
  place.askJson(['add', 'A note that lacks its title.', '--type', 'permanent'])
  rmSync(join(place.project, '.qipu/notes/22.md'))
}

function nameOf({ severity, code, subjects }: ReportedIssue): string {
  return `${severity} ${code} ${subjects[0]}`
}

describe('a store with one fault of each kind', () => {
  let place: Sandbox

  beforeAll(() => {
    place = new NewSandbox()
    plant(place)
    return () => place.remove()
  })

  test('each is found in one run, with its code, its severity and a fix [QP-03] [QP-26] [RS-29]', () => {
    const { status, issues } = look(place)
    expect(status).toBe(3)
    const found = issues.map(nameOf)
    for (const each of EXPECTED)
      expect(
        found.some((name) => name.startsWith(each)),
        each,
      ).toBe(true)
    const withoutFix = issues.filter(({ fix }) => fix.length === 0).map(({ code }) => code)
    expect(new Set(withoutFix)).toEqual(new Set(['orphaned_attachment']))
  })

  test('one code alone can be asked for', () => {
    const { issues } = look(place, '--check', 'multiple_tops')
    expect(issues.map(nameOf)).toEqual(['error multiple_tops qp-0001'])
    expect(issues[0]?.fix).toEqual([
      'varve compact remove qp-0004 --note qp-0001',
      'varve compact remove qp-0005 --note qp-0001',
    ])
  })

  test('looking changes nothing, and reading works all the same', () => {
    const records = logged(place).length
    look(place)
    expect(logged(place)).toHaveLength(records)
    expect(place.run(['list']).status).toBe(0)
    expect(place.run(['show', 'qp-0001']).status).toBe(0)
  })
})

test('--fix mends only what it may, by one plan that a dry run tells and undo takes back [QP-26] [RS-29]', () => {
  const place = throwAway()
  plant(place)
  const codesOf = () => look(place).issues.map(nameOf)
  const before = codesOf()
  const pack = () => place.run(['export', 'pack', '-', '--all']).stdout
  const [texts, records] = [pack(), logged(place).length]
  interface Fixed {
    readonly plan_hash: string
    readonly plan_id: string | null
    readonly mended: readonly string[]
  }
  const dry = JSON.parse(place.run(['doctor', '--fix', '--dry-run', '--json']).stdout) as Fixed
  expect([pack(), logged(place).length]).toEqual([texts, records])
  const wet = JSON.parse(place.run(['doctor', '--fix', '--json']).stdout) as Fixed
  expect(wet.plan_hash).toBe(dry.plan_hash)
  expect([dry.plan_id, dry.mended]).toEqual([null, ['revise 3 entries']])
  const after = codesOf()
  const starred = /invalid_value|missing_field|duplicate_source/
  expect(before.filter((name) => !after.includes(name)).every((name) => starred.test(name))).toBe(true)
  expect(after.some((name) => starred.test(name))).toBe(false)
  expect(place.askJson(['list', '--raw', '--type', 'permanent'])).toMatchObject({
    items: [{ title: 'A note that lacks its title.' }],
  })
  place.askJson(['undo', wet.plan_id ?? ''])
  expect(codesOf()).toEqual(before)
})

test('what was mended is written to the files by an export, and nothing else is', () => {
  const place = throwAway()
  plant(place)
  place.run(['doctor', '--fix'])
  place.askJson(['export', 'qipu', '.qipu'])
  const text = (name: string) => readFileSync(join(place.project, '.qipu/notes', name), 'utf8')
  expect(text('03.md')).toBe(FAULTS['notes/03.md']?.replace('value: 150\n', ''))
  expect(text('04.md')).toBe(FAULTS['notes/04.md']?.replace('[qp-0001, qp-0001]', '[qp-0001]'))
  expect(text('05.md')).toBe(FAULTS['notes/05.md'])
})

test('missing parts of the store are made again', () => {
  const place = throwAway()
  place.askJson(['add', 'Something to keep.'])
  rmSync(join(place.project, '.varve'), { recursive: true })
  const codes = look(place).issues.map(({ code }) => code)
  expect(codes).toEqual(['missing_config', 'missing_directory'])
  look(place, '--fix')
  expect(look(place).issues).toEqual([])
})

test('near duplicates are looked for when asked', () => {
  const place = throwAway()
  place.askJson(['add', 'Run the integration tests with pnpm test:integration before each release.'])
  place.askJson(['add', 'Please run the integration tests with `pnpm test:integration` before each release!'])
  expect(look(place).issues).toEqual([])
  const found = look(place, '--duplicates', '--threshold', '0.5').issues
  expect(found.map(({ code }) => code)).toEqual(['near_duplicate'])
  expect(found[0]?.fix[0]).toMatch(/^varve compact apply \S+ --note \S+ --kind duplicates$/)
})

test('texts that the guard keeps apart are no duplicates, however alike', () => {
  const place = throwAway()
  place.askJson(['add', 'The billing service listens on port 3000 in staging.'])
  place.askJson(['add', 'The billing service listens on port 3001 in staging.'])
  expect(look(place, '--duplicates', '--threshold', '0').issues).toEqual([])
})

test('a stored merge that the guard would refuse today is named, and the command given mends it [MG-58]', () => {
  const place = throwAway()
  place.askJson(['add', "Don't use npm in this repository"])
  const { id } = place.askJson<{ readonly id: string }>(['add', 'Do not use npm in this repository'])
  place.askJson(['compact'])
  expect(look(place).issues).toEqual([])
  place.askJson(['edit', id, '--text', 'Do not use yarn in this repository'])
  const records = logged(place).length
  const [issue, ...others] = look(place).issues
  expect(others).toEqual([])
  expect(issue).toMatchObject({ code: 'refused_merge', severity: 'warning' })
  expect(logged(place)).toHaveLength(records)
  const [fix = ''] = issue?.fix ?? []
  expect(fix).toMatch(/^varve compact remove \S+ --note \S+$/)
  place.askJson(fix.split(' ').slice(1))
  place.askJson(['compact'])
  expect(look(place).issues).toEqual([])
  expect(place.run(['list']).stdout).toContain('npm')
})

test('what a file sets for nothing is named, by status too, and what the project is called is said', () => {
  const place = throwAway()
  const config = {
    project: { name: 'Acme shop' },
    memory: { nearDuplicate: { jaccard: 0.7, containment: 0.85, minTerms: 4 } },
    fidelity: { enabled: true },
  }
  place.write('.varve/config.json', JSON.stringify(config))
  place.askJson(['add', 'First.'])
  const found = look(place).issues.map(({ code, severity, subjects }) => [code, severity, ...subjects])
  expect(found).toEqual([
    ['setting_not_in_force', 'info', 'fidelity.enabled'],
    ['setting_not_in_force', 'info', 'memory.nearDuplicate'],
  ])
  expect(place.askJson(['status'])).toMatchObject({ name: 'Acme shop', issues: 2 })
  expect(place.run(['status']).stdout).toContain('project      Acme shop  ')
})

test('an index that nobody makes anew is named where it is old', () => {
  const place = throwAway()
  place.write('.varve/config.json', JSON.stringify({ memory: { autoCompact: false } }))
  place.askJson(['add', 'First.'])
  place.askJson(['compact'])
  expect(look(place).issues).toEqual([])
  place.askJson(['add', 'Second.'])
  expect(look(place).issues.map(({ code }) => code)).toEqual(['index_stale'])
  look(place, '--fix')
  expect(look(place).issues).toEqual([])
})

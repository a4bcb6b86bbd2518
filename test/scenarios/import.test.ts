import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createRedactor } from '@varve/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ParsedImport } from '../../packages/varve/src/import/import-format.ts'
import { uncovered } from '../../packages/varve/test/import/uncovered.ts'
import { contents, everything, examine, expectSound, logged, shown } from './memory-of.ts'
import { readTree } from './read-tree.ts'
import { dataFolder, ROOT, Sandbox } from './sandbox.ts'
import { throwAway } from './throw-away.ts'

const { redact } = createRedactor()

interface Imported {
  readonly added: number
  readonly revised: number
  readonly unchanged: number
  readonly quarantined: number
  readonly plan_id: string | null
}

const stores = join(dataFolder() ?? '', 'memory-stores')
const folders =
  dataFolder() === undefined
    ? []
    : readdirSync(stores, { withFileTypes: true })
        .filter((each) => each.isDirectory())
        .map(({ name }) => name)
        .sort()

const MOST_FILES = 60
const MOST_BYTES = 200_000

/**
 * The same part of a store at each run: every second or fifth of many files, of JSON lines the first.
 * That no line of the whole is lost in parsing is held by `real-stores.test.ts`.
 */
function copyPart(from: string, to: string): void {
  const files = [...readTree(from)]
  const step = Math.ceil(files.length / MOST_FILES)
  for (const [path, bytes] of files.filter((_, index) => index % step === 0)) {
    const cut = path.endsWith('.jsonl') ? bytes.indexOf('\n', MOST_BYTES) : -1
    mkdirSync(dirname(join(to, path)), { recursive: true })
    writeFileSync(join(to, path), cut < 0 ? bytes : bytes.subarray(0, cut + 1))
  }
}

/** What the command line gives back of an import: all entries, edges and what was quarantined. */
function keptBy(place: Sandbox): ParsedImport {
  const { items } = place.askJson<{ items: Record<string, unknown>[] }>(['list', '--raw', '--limit', '0'])
  const rows = place
    .ask(['export', 'pack', '-', '--all'])
    .stdout.trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const quarantined = examine(place).issues.flatMap(({ code, detail }) =>
    code === 'bad_entry' ? [detail] : [],
  )
  const drafts = items.map((item) => ({
    ref: item.id,
    id: item.id,
    key: { source: String((item.source as Record<string, unknown>).file ?? '') },
    fields: { ...item, created: Date.parse(String(item.created)), updated: Date.parse(String(item.updated)) },
  }))
  const edges = rows.filter((row) => row.entry === undefined)
  const originals = rows.flatMap((row) => (row.entry as Record<string, unknown> | undefined)?.original ?? [])
  // Only its strings and dates are looked at.
  return { drafts, lineage: edges, links: originals, quarantined } as unknown as ParsedImport
}

// Where the data isn't there, this says so.
describe.skipIf(folders.length === 0)('public stores', () => {
  test.each(folders.length > 0 ? folders : ['no data'])(
    '%s is taken in whole, once, and can be taken back [LS-02]',
    (name) => {
      const place = throwAway()
      const folder = join(place.folder, name)
      copyPart(join(stores, name), folder)
      const first = place.askJson<Imported>(['import', folder])
      expect(first.added).toBeGreaterThan(0)
      const before = place.ask(['list', '--raw', '--limit', '0', '--json']).stdout
      const kept = keptBy(place)
      for (const [path, bytes] of readTree(folder)) {
        // Settings of other programs are no knowledge, and not read.
        if (path.endsWith('.toml')) continue
        const own = kept.drafts.filter(({ key }) => key.source === `${name}/${path}`)
        const lost = uncovered({ path, bytes }, { ...kept, drafts: own }).map((text) => redact(text).text)
        expect({
          path,
          lost: lost.filter((text) => !before.includes(JSON.stringify(text).slice(1, -1))),
        }).toEqual({
          path,
          lost: [],
        })
      }
      expect(place.askJson<Imported>(['import', folder])).toMatchObject({
        added: 0,
        revised: 0,
        unchanged: first.added,
        plan_id: null,
      })
      expect(logged(place)).toHaveLength(1)
      expect(place.ask(['list', '--raw', '--limit', '0', '--json']).stdout).toBe(before)
      const heads = contents(shown(place))
      place.askJson(['undo'])
      expect(shown(place)).toEqual([])
      expect(place.askJson<Imported>(['import', folder])).toMatchObject({ revised: 0 })
      expect(contents(shown(place))).toEqual(heads)
      expect(everything(place)).toHaveLength(first.added)
      const { issues } = examine(place)
      expect(issues.filter(({ code, severity }) => severity === 'error' && code !== 'bad_entry')).toEqual([])
    },
  )
})

test('a link between pages takes effect when the page that it names arrives, and goes with the text that held it', () => {
  const place = throwAway()
  const linksOf = () =>
    place
      .ask(['export', 'pack', '-'])
      .stdout.split('\n')
      .filter((line) => line.startsWith('{"link"'))
  place.write('vault/a.md', 'See [[Later Page]].')
  const { issues } = place.askJson<{ issues: { code: string }[] }>(['import', 'vault'])
  expect(issues.map(({ code }) => code)).toEqual(['unresolved_reference'])
  expect(linksOf()).toEqual([])
  place.write('vault/sub/later page.md', 'Here.')
  place.askJson(['import', 'vault/sub/later page.md'])
  expect(linksOf()).toHaveLength(1)
  place.write('vault/a.md', 'See nothing.')
  place.askJson(['import', 'vault/a.md'])
  expect(linksOf()).toEqual([])
})

describe('the example project', () => {
  let place: Sandbox
  beforeAll(() => {
    place = new Sandbox()
    cpSync(join(ROOT, 'examples/acme-shop'), place.project, { recursive: true })
  })
  afterAll(() => place.remove())

  test('goes to LeanSpec files and back without a byte of difference [LS-65]', () => {
    const entries = join(place.project, '.lean-spec/memory/entries')
    const before = readTree(entries)
    expect(place.askJson<Imported>(['import', 'leanspec', '.lean-spec/memory']).added).toBe(before.size)
    expect(place.askJson<{ written: string[] }>(['export', 'leanspec', '.lean-spec/memory']).written).toEqual(
      [],
    )
    place.askJson(['export', 'leanspec', 'copy'])
    expect(readTree(join(place.project, 'copy/entries'))).toEqual(before)
    rmSync(entries, { recursive: true })
    place.askJson(['export', 'leanspec', '.lean-spec/memory'])
    expect(readTree(entries)).toEqual(before)
    expect(place.askJson<Imported>(['import', 'leanspec', '.lean-spec/memory'])).toMatchObject({
      added: 0,
      revised: 0,
      unchanged: before.size,
    })
  })

  test('never overwrites a file that holds something else, unless it is told to', () => {
    const [name = ''] = readTree(join(place.project, 'copy/entries')).keys()
    place.write(`copy/entries/${name}`, '{"mine": true}\n')
    const refused = place.run(['export', 'leanspec', 'copy'])
    expect(refused).toMatchObject({ status: 2, stdout: '' })
    expect(refused.stderr).toContain('try: varve export leanspec copy --force')
    expect(readFileSync(join(place.project, 'copy/entries', name), 'utf8')).toBe('{"mine": true}\n')
    place.askJson(['export', 'leanspec', 'copy', '--force'])
    expect(readTree(join(place.project, 'copy/entries'))).toEqual(
      readTree(join(place.project, '.lean-spec/memory/entries')),
    )
  })

  test('goes as a pack into an empty memory with all that is shown, hidden, linked and replaced [BR-82] [QP-25]', () => {
    place.askJson(['import', '.'])
    place.askJson(['add', 'Said by hand', '--tag', 'own', '--key', 'hand', '--pin', '--ref', 'src/a.ts#f'])
    const [entry] = shown(place)
    place.askJson(['add', 'Replaces it', '--supersedes', entry?.id ?? ''])
    const [one, two] = everything(place)
    place.askJson(['link', 'add', one?.id ?? '', two?.id ?? '', '--type', 'supports'])
    const { stdout: pack } = place.run(['export', 'pack', '-'])
    const copy = throwAway()
    copy.write('memory.pack', pack)
    const { added } = copy.json<Imported>(['import', 'pack', 'memory.pack'])
    expect(added).toBe(everything(place).length)
    // Dates of recording are of the journal that has them.
    const facts = (each: Sandbox, ...flags: readonly string[]) =>
      shown(each, ...flags).map(({ recorded: _, updated: __, ...rest }) => rest)
    expect(facts(copy, '--raw')).toEqual(facts(place, '--raw'))
    expect(facts(copy)).toEqual(facts(place))
    expect(copy.run(['export', 'pack', '-']).stdout.replaceAll(/"updated":"[^"]*",|\{"sha256.*/g, '')).toBe(
      pack.replaceAll(/"updated":"[^"]*",|\{"sha256.*/g, ''),
    )
    expect(copy.json<Imported>(['import', 'pack', 'memory.pack'])).toMatchObject({ added: 0, revised: 0 })
    expectSound(copy)
  })

  test('is readable without Varve: markdown, JSON lines and packs hold every text [BR-82]', () => {
    place.askJson(['export', 'markdown', 'out'])
    const markdown = [...readTree(join(place.project, 'out')).values()].join('\n')
    const lines = place.run(['export', 'jsonl', '-']).stdout.trimEnd().split('\n')
    const rows = lines.map((line) => JSON.parse(line) as { content: string })
    expect(contents(rows as never)).toEqual(contents(everything(place)))
    for (const { content } of everything(place)) {
      for (const line of content.split('\n')) expect(markdown).toContain(line.trim())
    }
  })
})

test('a pack carries who saw what again, edges that lead out of it, decisions, the quarantine and every branch [BR-82] [QP-25]', () => {
  const place = throwAway()
  place.git('init', '-q', '-b', 'main')
  place.git('commit', '-q', '--allow-empty', '-m', 'first')
  place.askJson(['add', 'Use pnpm, never npm', '--key', 'packages'])
  for (const session of ['s1', 's2']) {
    place.askJson(['add', 'use pnpm, never npm.'], { env: { VARVE_SESSION_ID: session } })
  }
  place.askJson(['add', 'Use yarn', '--key', 'packages'])
  place.askJson(['add', 'It replaces what is not there', '--supersedes', 'gone-0001'])
  place.git('switch', '-q', '-c', 'feature')
  place.askJson(['add', 'Seen on the feature branch'])
  place.git('switch', '-q', 'main')
  const mistaken = place.askJson<{ id: string }>(['add', 'A mistake'])
  place.askJson(['edit', mistaken.id, '--retract'])
  place.write('rows.jsonl', '{"id":"row1","content":"A row"}\n{"id":"row2","content":\n')
  place.askJson(['import', 'jsonl', 'rows.jsonl'])
  const [item] = place.askJson<{ items: { id: string }[] }>(['review']).items
  place.askJson(['review', 'snooze', item?.id ?? '', '--days', '30'])
  const { stdout: pack } = place.run(['export', 'pack', '-'])
  for (const part of ['sighting', 'outside', 'review', 'quarantined']) expect(pack).toContain(`{"${part}":`)
  const copy = throwAway()
  copy.write('memory.pack', pack)
  copy.askJson(['import', 'pack', 'memory.pack'])
  const bare = (text: string) => text.replaceAll(/"updated":"[^"]*",|\{"sha256.*/g, '')
  expect(bare(copy.run(['export', 'pack', '-']).stdout)).toBe(bare(pack))
  expect(contents(shown(copy))).toEqual(contents(shown(place)))
  expect(copy.json<Imported>(['import', 'pack', 'memory.pack'])).toMatchObject({ added: 0, plan_id: null })
})

test('a damaged pack is taken in as far as it goes, and leaves a memory that works [QP-25]', () => {
  const place = throwAway()
  for (const text of ['One', 'Two', 'Three']) place.askJson(['add', text])
  const { stdout: pack } = place.run(['export', 'pack', '-'])
  const copy = throwAway()
  copy.write('cut.pack', pack.slice(0, Math.floor(pack.length * 0.6)))
  const cut = copy.json<Imported & { issues: { code: string }[] }>(['import', 'pack', 'cut.pack'])
  expect(cut.issues.map(({ code }) => code)).toContain('pack_damaged')
  expect(cut.quarantined).toBe(1)
  expect(cut.added).toBeGreaterThan(0)
  expect(basename(examine(copy).issues.find(({ code }) => code === 'bad_entry')?.subjects[0] ?? '')).toMatch(
    /^cut\.pack:/,
  )
  copy.write('whole.pack', pack)
  copy.askJson(['import', 'pack', 'whole.pack'])
  expect(contents(shown(copy))).toEqual(['One', 'Three', 'Two'])
})

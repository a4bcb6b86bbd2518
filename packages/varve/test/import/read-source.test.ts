import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { detectFormats } from '../../src/import/detect-format.ts'
import { readSource } from '../../src/import/read-source.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'varve-import-'))
})

afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

async function paths(folder = root): Promise<readonly string[]> {
  return (await readSource(folder, { trust: 'agent' })).source.files.map((file) => file.path)
}

test('files that some format reads are read, in order, without those of tools', async () => {
  write({
    'b.md': 'b',
    'a/c.jsonl': '{}',
    'a/.cursorrules': 'x',
    'a/photo.png': 'x',
    'node_modules/x/README.md': 'x',
    '.git/a.md': 'x',
    '.cursor/rules/r.mdc': 'x',
  })
  expect(await paths()).toEqual(['.cursor/rules/r.mdc', 'a/.cursorrules', 'a/c.jsonl', 'b.md'])
})

test('a file by itself is a source of one file', async () => {
  write({ 'a/CLAUDE.md': '- one', 'a/other.md': 'x' })
  expect(await paths(join(root, 'a/CLAUDE.md'))).toEqual(['CLAUDE.md'])
})

test('what is not there is an error that names it', async () => {
  await expect(readSource(join(root, 'no'), { trust: 'agent' })).rejects.toMatchObject({ code: 'not_found' })
})

test('links are read once, in circles never, and not outside', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'varve-outside-'))
  writeFileSync(join(outside, 'secret.md'), 'secret')
  write({ 'store/a.md': 'a', 'store/docs/guide.md': '- one' })
  symlinkSync(join(root, 'store'), join(root, 'store/docs/loop'))
  symlinkSync('docs/guide.md', join(root, 'store/AGENTS.md'))
  symlinkSync('nowhere.md', join(root, 'store/broken.md'))
  symlinkSync(outside, join(root, 'store/out'))
  symlinkSync(join(outside, 'secret.md'), join(root, 'store/leak.md'))
  const { source, issues } = await readSource(join(root, 'store'), { trust: 'agent' })
  rmSync(outside, { recursive: true, force: true })
  expect(source.files.map((file) => file.path)).toEqual(['a.md', 'docs/guide.md'])
  expect(issues.map((issue) => [issue.code, issue.subjects[0]])).toEqual([
    ['broken_symlink', 'broken.md'],
    ['link_outside', 'leak.md'],
    ['link_outside', 'out'],
  ])
  // AGENTS.md leads to it, so it is instructions wherever it lies.
  const { claims } = detectFormats(source)
  expect(claims[0]?.source.files.map((file) => file.path)).toEqual(['docs/guide.md'])
})

test('files that instructions take in are instructions, up to four steps away, from where they stand', async () => {
  write({
    'CLAUDE.md':
      'See @docs/one.md, not `@docs/code.md`.\n\n```\n@docs/code.md\n```\nwrite to me@docs/mail.md\n',
    'docs/one.md': '@two.md @../../outside.md @docs/missing.md',
    'docs/two.md': '@./sub/three.md',
    'docs/sub/three.md': '@../four.md and back to @../one.md',
    'docs/four.md': '@five.md',
    'docs/five.md': 'too far',
    'docs/code.md': 'x',
    'docs/mail.md': 'x',
  })
  const { source, issues } = await readSource(root, { trust: 'agent' })
  const { claims } = detectFormats(source)
  const byFormat = Object.fromEntries(
    claims.map((claim) => [claim.format.name, claim.source.files.map((file) => file.path)]),
  )
  expect(byFormat).toEqual({
    instructions: ['CLAUDE.md', 'docs/four.md', 'docs/one.md', 'docs/sub/three.md', 'docs/two.md'],
    notes: ['docs/code.md', 'docs/five.md', 'docs/mail.md'],
  })
  expect(issues).toMatchObject([{ code: 'reference_outside', subjects: ['docs/one.md', '../../outside.md'] }])
})

test('a reference from a file by itself is read beside it, and not through a link that leads out', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'varve-outside-'))
  writeFileSync(join(outside, 'secret.md'), 'secret')
  write({ 'CLAUDE.md': '@more.md @leak.md', 'more.md': '- more' })
  symlinkSync(join(outside, 'secret.md'), join(root, 'leak.md'))
  const { source } = await readSource(join(root, 'CLAUDE.md'), { trust: 'agent' })
  rmSync(outside, { recursive: true, force: true })
  expect(source.files.map((file) => file.path)).toEqual(['CLAUDE.md', 'more.md'])
})

test('a file over the limit is an issue, and the others are read', async () => {
  write({ 'a.md': 'x'.repeat(100), 'b.md': 'b' })
  const { source, issues } = await readSource(root, { trust: 'agent', maxFileBytes: 10 })
  expect(source.files.map((file) => file.path)).toEqual(['b.md'])
  expect(issues).toMatchObject([{ code: 'file_too_large', subjects: ['a.md'] }])
})

test('what Varve rendered is not read, and what stands around it keeps its lines [LS-72] [RS-70]', async () => {
  const index =
    '<!-- Auto-generated. Do not edit. Rebuild: varve compact -->\n<!-- varve index v1 inputs=0123456789abcdef counter=est1 budget=9 -->\n'
  const block = '<!-- varve:begin index v1 -->\r\n- Known.\r\n<!-- varve:end -->\r\n'
  write({
    'AGENTS.md': `- one\r\n${block}- two, by @copy.md\r\n`,
    'copy.md': `\uFEFF${index}- Known.\n`,
    'docs/quoted.md': `\`\`\`md\n${block}\`\`\`\n`,
  })
  writeFileSync(join(root, 'latin.md'), Buffer.from(`caf\xe9\n${block}`, 'latin1'))
  const { source, issues } = await readSource(root, { trust: 'agent' })
  const texts = source.files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString('latin1')])
  expect(texts).toEqual([
    ['AGENTS.md', '- one\r\n\r\n\r\n\r\n- two, by @copy.md\r\n'],
    ['docs/quoted.md', `\`\`\`md\n${block}\`\`\`\n`],
    ['latin.md', 'caf\xe9\n\r\n\r\n\r\n'],
  ])
  expect(
    new Set(issues.map(({ code, severity, subjects }) => `${code} ${severity} ${subjects.join()}`)),
  ).toEqual(new Set(['own_text info AGENTS.md', 'own_text info copy.md', 'own_text info latin.md']))
})

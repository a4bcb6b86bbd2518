import { contentHash } from '@varve/core'
import { describe, expect, test } from 'vitest'
import { detectFormats } from '../../src/import/detect-format.ts'
import { identifyDrafts } from '../../src/import/draft-id.ts'
import { qipu } from '../../src/import/qipu/index.ts'
import { sourceOf } from './sources.ts'

function note(members: string, body = 'Text.\n'): string {
  return `---\n${members}---\n\n${body}`
}

function read(files: Readonly<Record<string, string | Uint8Array>>, withWorkspaces = false) {
  return qipu.parse({ ...sourceOf(files), withWorkspaces })
}

const A = '.qipu/notes/qp-a-x.md'
const B = '.qipu/notes/qp-b-y.md'

describe('a note', () => {
  test('every key of its front matter has a place', () => {
    const members = [
      'id: qp-a',
      'title: Use pnpm',
      'type: permanent',
      'created: 2026-03-01T10:00:00+02:00',
      'updated: 2026-03-02T10:00:00Z',
      'tags: [b, a, b]',
      'sources:',
      '  - {url: "https://x.test/a", title: A, accessed: 2026-01-01}',
      'summary: Short.',
      'author: ann',
      'generated_by: model-1',
      'verified: true',
      'value: 80',
      'custom: {team: core}',
      'zz: [1, {y: null}]',
      '',
    ].join('\n')
    const [draft] = read({ [A]: note(members) }).drafts
    expect(draft?.id).toBe('qp-a')
    expect(draft?.fields).toMatchObject({
      title: 'Use pnpm',
      type: 'permanent',
      created: Date.UTC(2026, 2, 1, 8),
      tags: ['a', 'b'],
      summary: 'Short.',
      value: 80,
      content: 'Text.\n',
      refs: [{ url: 'https://x.test/a' }],
      custom: { team: 'core' },
      source: { agent: 'model-1', format: 'qipu', file: A },
      original: { file: 'notes/qp-a-x.md', text: note(members) },
    })
    expect(Object.keys(draft?.fields.extra ?? {})).toEqual([
      'sources',
      'author',
      'generated_by',
      'verified',
      'zz',
    ])
  })

  test('its hash goes over title, summary and body, whatever the line ends', () => {
    const body =
      'Always use `pnpm` 9, never npm or yarn; npm breaks the workspace links.\n\nSee [[qp-2c3d]].\n'
    const members = 'id: qp-1a2b\ntitle: Use pnpm for installs\n'
    for (const text of [note(members, body), note(members, body).replaceAll('\n', '\r\n')]) {
      const [draft] = read({ [A]: text }).drafts
      expect(contentHash(draft?.fields ?? { content: '' })).toBe(
        'd48e2adb1c449743633b0311dc869363bc27581177373f3a4fdd892d69706d2c',
      )
    }
  })

  test('links: typed ones to what is not there, inline ones once, none out of code [QP-46] [BR-80]', () => {
    const members =
      'id: qp-a\ntitle: A\nlinks:\n- {type: supports, id: qp-gone}\n- {type: related, id: qp-a}\n- odd\n'
    const body = [
      'See [[qp-b]], [[qp-c]], [[qp-b|again]], [B](qp-b-y.md) and [[qp-a]].',
      'Not `[[qp-d]]`, nor [[some words]].',
      '```',
      '[[qp-e]]',
      '```',
      '',
    ].join('\n')
    const parsed = read({ [A]: note(members, body), [B]: note('id: qp-b\ntitle: B\n') })
    const { links, issues } = identifyDrafts(parsed, 'p')
    expect(links.map(({ to, type, source }) => `${source} ${type} ${to}`)).toEqual([
      'typed supports qp-gone',
      'inline related qp-b',
      'inline related qp-c',
    ])
    expect(issues.map(({ code }) => code)).toEqual(['self_reference'])
  })

  test('a value out of range is kept, named, and counts for nothing', () => {
    const parsed = read({ [A]: note('id: qp-a\ntitle: A\nvalue: 101\ncreated: yesterday\n') })
    expect(parsed.drafts[0]?.fields.value).toBeUndefined()
    expect(parsed.drafts[0]?.fields.extra).toEqual({ value: 101, created: 'yesterday' })
    expect(parsed.issues.map(({ code }) => code)).toEqual(['invalid_value', 'invalid_value'])
  })
})

describe('a damaged file is set aside by itself [QP-53]', () => {
  test.each([
    ['no front matter', 'Just text.\n', 1],
    ['no title', note('id: qp-a\n'), 1],
    ['no id', note('title: A\n'), 1],
    ['an id that is none', note('id: "a b"\ntitle: A\n'), 1],
    ['broken YAML', note('id: qp-a\ntitle: A\nx: [1\n'), 5],
    ['no mapping', note('- a\n'), 1],
    ['a fence that never closes', '---\nid: qp-a\ntitle: A\n', 1],
    ['a merge conflict', note('<<<<<<< HEAD\nid: qp-a\n=======\nid: qp-b\n>>>>>>> x\ntitle: A\n'), 2],
  ])('%s', (_, text, line) => {
    const parsed = read({ [A]: text, [B]: note('id: qp-b\ntitle: B\n') })
    expect(parsed.drafts.map(({ id }) => id)).toEqual(['qp-b'])
    expect(parsed.quarantined).toMatchObject([{ file: A, line, text, reason: 'invalid_frontmatter' }])
    expect(parsed.issues).toMatchObject([{ code: 'invalid_frontmatter', severity: 'error' }])
  })

  test('bytes that are no UTF-8', () => {
    const bytes = Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff])
    const parsed = read({ [A]: bytes })
    expect(parsed.quarantined).toMatchObject([{ encoding: 'base64', text: bytes.toString('base64') }])
  })
})

describe('digests', () => {
  const under = note('id: qp-b\ntitle: B\nupdated: 2026-03-02T00:00:00Z\n')

  test('compacts becomes lineage with the hash of what it stood on', () => {
    const digest = note('id: qp-a\ntitle: A\nupdated: 2026-03-03T00:00:00Z\ncompacts: [qp-b, qp-b]\n')
    const parsed = read({ [A]: digest, [B]: under })
    const hash = contentHash({ title: 'B', content: 'Text.\n' })
    expect(parsed.lineage).toEqual([{ kind: 'digests', top: 'qp-a', under: 'qp-b', source_hash: hash }])
    expect(parsed.issues.map(({ code }) => code)).toEqual(['duplicate_source'])
  })

  test('a source that was changed after the digest had another text, which nobody knows', () => {
    const digest = note('id: qp-a\ntitle: A\nupdated: 2026-03-01T00:00:00Z\ncompacted: qp-b\n')
    expect(read({ [A]: digest, [B]: under }).lineage[0]?.source_hash).toBe('unknown')
  })

  test('several tops, cycles, sources that are gone and digests of themselves are taken as they are', () => {
    const lineage = identifyDrafts(
      read({
        [A]: note('id: qp-a\ntitle: A\ncompacts: [qp-b, qp-a, qp-gone]\n'),
        [B]: note('id: qp-b\ntitle: B\ncompacts: [qp-a]\n'),
      }),
      'p',
    ).lineage
    expect(lineage.map(({ top, under }) => `${top} ${under}`).sort()).toEqual([
      'qp-a qp-a',
      'qp-a qp-b',
      'qp-a qp-gone',
      'qp-b qp-a',
    ])
  })
})

test('of two files with one id both texts are reachable, and the first by path keeps the id [QP-56]', () => {
  const parsed = read({
    [A]: note('id: qp-a\ntitle: A\n', 'First.\n'),
    [B]: note('id: qp-a\ntitle: A\n', 'Second.\n'),
  })
  expect(parsed.drafts.map(({ fields }) => fields.content)).toEqual(['First.\n', 'Second.\n'])
  const [first, second] = parsed.drafts.map(({ id }) => id)
  expect(first).toBe('qp-a')
  expect(parsed.issues).toMatchObject([
    {
      code: 'duplicate_id',
      severity: 'error',
      fix: [`varve compact apply qp-a --note ${second} --kind duplicates`],
    },
  ])
  const edited = read({
    [A]: note('id: qp-a\ntitle: A\n', 'First.\n'),
    [B]: note('id: qp-a\ntitle: A\n', 'Edited.\n'),
  })
  expect(edited.drafts[1]?.id).toBe(second)
})

describe('the store', () => {
  test('is told by its name, or by what lies beside its notes; nothing of it goes to another format', () => {
    const files = {
      'x/.qipu/notes/qp-a.md': note('id: qp-a\ntitle: A\n'),
      'x/.qipu/templates/fleeting.md': '## Summary\n',
      'x/.qipu/config.toml': 'version = 1\n',
      'x/.qipu/workspaces/w/notes/qp-w.md': note('id: qp-w\ntitle: W\n'),
      'y/notes/qp-b.md': note('id: qp-b\ntitle: B\n'),
      'y/.varve-lineage.json': '{"varve_lineage":1}',
      'z/notes/other.md': '# Other\n',
    }
    const { claims, unclaimed } = detectFormats(sourceOf(files))
    const paths = Object.fromEntries(
      claims.map(({ format, source }) => [format.name, source.files.map(({ path }) => path)]),
    )
    expect(unclaimed).toEqual([])
    expect(paths).toEqual({
      qipu: Object.keys(files).slice(0, -1).sort(),
      notes: ['z/notes/other.md'],
    })
  })

  test('its words are kept: default type, ontology, inverses, tag aliases', () => {
    const toml = [
      'default_note_type = "permanent" # here',
      '[ontology]',
      'mode = "extended"',
      '[ontology.note_types.task]',
      'description = "To do"',
      "[ontology.link_types.'depends-on']",
      'inverse = "required-by"',
      'cost = 0.5',
      '[graph.types]',
      'embodies = { inverse = "embodied-by" }',
      '[tag_aliases]',
      'ts = "typescript"',
      'at = 2026-01-01T00:00:00Z',
      '',
    ].join('\n')
    const parsed = read({ '.qipu/config.toml': toml, [A]: note('id: qp-a\ntitle: A\n') })
    expect(parsed.drafts[0]?.fields.type).toBe('permanent')
    expect(parsed.policies).toEqual([
      {
        name: 'ontology',
        value: {
          default_type: 'permanent',
          mode: 'extended',
          note_types: ['task'],
          link_types: {
            embodies: { inverse: 'embodied-by' },
            'depends-on': { inverse: 'required-by', cost: 0.5 },
          },
          tag_aliases: { ts: 'typescript' },
          text: toml,
        },
      },
    ])
    expect(parsed.issues).toMatchObject([{ code: 'unread_setting', detail: { lines: [13] } }])
  })

  test('workspaces are read when asked for, into a branch of their name', () => {
    const files = {
      [A]: note('id: qp-a\ntitle: A\n'),
      '.qipu/workspaces/try/notes/qp-a.md': note('id: qp-a\ntitle: A2\nlinks: [{type: related, id: qp-w}]\n'),
      '.qipu/workspaces/try/notes/qp-w.md': note('id: qp-w\ntitle: W\n', 'See [[qp-a]].\n'),
    }
    expect(read(files).drafts).toHaveLength(1)
    const parsed = read(files, true)
    const [, copy, own] = parsed.drafts
    expect([copy?.fields.scope, own?.fields.scope]).toEqual(['branch:try', 'branch:try'])
    expect(own?.id).toBe('qp-w')
    expect(parsed.links).toEqual([
      { from: copy?.id, to: 'qp-w', type: 'related', source: 'typed' },
      { from: 'qp-w', to: copy?.id, type: 'related', source: 'inline' },
    ])
    expect(parsed.issues).toEqual([])
  })

  test('attachments that a note names are known by path and hash', () => {
    const parsed = read({
      [A]: note('id: qp-a\ntitle: A\n', '![x](../attachments/a.png) ![y](../attachments/gone.png)\n'),
      '.qipu/attachments/a.png': 'abc',
    })
    expect(parsed.drafts[0]?.fields.refs).toEqual([
      {
        path: '.qipu/attachments/a.png',
        hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      },
    ])
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logged } from './memory-of.ts'
import { Sandbox } from './sandbox.ts'
import { throwAway } from './throw-away.ts'

const STORE: Readonly<Record<string, string>> = {
  'notes/a.md':
    '---\nid: qp-aaaa\ntitle: Use pnpm\ntype: permanent\ntags: [tooling]\ncreated: 2026-03-02T00:00:00Z\nsources:\n- {url: "https://x.test/a", title: About A, accessed: 2026-01-01}\n---\n\nSee [[qp-bbbb|the lockfile]], [it](b.md), [[qp-none]] and `[[qp-bbbb]]`.\n',
  'notes/b.md':
    '---\nid: qp-bbbb\ntitle: Lockfile\ntags: [ci, tooling]\ncreated: 2026-03-01T00:00:00Z\nsource: https://x.test/b\n---\n\nCommit it.\n\n```\n[[qp-aaaa]]\n```\n',
  'notes/c.md':
    '---\nid: qp-cccc\ntitle: CI cache\ncreated: 2026-03-03T00:00:00Z\nsources:\n- {url: "https://x.test/a"}\n---\n\nWarm takes 14 s.\n',
  'notes/d.md':
    '---\nid: qp-dddd\ntitle: CI digest\ncreated: 2026-03-04T00:00:00Z\ncompacts: [qp-cccc]\n---\n\nCached.\n',
  'mocs/m.md':
    '---\nid: qp-mmmm\ntitle: Tooling map\ntype: moc\ncreated: 2026-03-05T00:00:00Z\n---\n\nFirst [[qp-bbbb]], then [[qp-aaaa]]; last [[qp-cccc]].\n',
}

function withStore(place: Sandbox): Sandbox {
  for (const [path, text] of Object.entries(STORE)) place.write(`.qipu/${path}`, text)
  place.askJson(['import', 'qipu'])
  return place
}

describe('documents', () => {
  let place: Sandbox

  beforeAll(() => {
    place = withStore(new Sandbox())
  })
  afterAll(() => place.remove())

  const print = (...args: readonly string[]) => place.run(['export', ...args])

  test('a bundle holds entries as they are named, digests for what is under them', () => {
    expect(print('bundle', '-', '--note', 'qp-aaaa', '--note', 'qp-cccc').stdout).toBe(
      [
        '# Bundle',
        '',
        '## Use pnpm (qp-aaaa)',
        '',
        'Type: permanent',
        'Tags: tooling',
        'Sources:',
        '- https://x.test/a',
        '',
        'See [[qp-bbbb|the lockfile]], [it](b.md), [[qp-none]] and `[[qp-bbbb]]`.',
        '',
        '## CI digest (qp-dddd)',
        '',
        'Type: fleeting',
        '',
        'Cached.',
        '',
      ].join('\n'),
    )
    const raw = print('bundle', '-', '--note', 'qp-cccc', '--raw').stdout
    expect(raw).toContain('## CI cache (qp-cccc)')
  })

  test('by tag, or without a choice, they come by date', () => {
    const titles = (text: string) => [...text.matchAll(/^## .*\((.*)\)$/gm)].map(([, id]) => id)
    expect(titles(print('bundle', '-', '--tag', 'tooling').stdout)).toEqual(['qp-bbbb', 'qp-aaaa'])
    expect(titles(print('bundle', '-').stdout)).toEqual(['qp-bbbb', 'qp-aaaa', 'qp-dddd', 'qp-mmmm'])
  })

  test('links lead to anchors or files when asked; code and what is not in it stay', () => {
    const anchored = print('bundle', '-', '--tag', 'tooling', '--link-mode', 'anchors').stdout
    expect(anchored).toContain('<a id="note-qp-aaaa"></a>\n\n## Use pnpm (qp-aaaa)')
    expect(anchored).toContain(
      'See [the lockfile](#note-qp-bbbb), [it](#note-qp-bbbb), [[qp-none]] and `[[qp-bbbb]]`.',
    )
    expect(anchored).toContain('```\n[[qp-aaaa]]\n```')
    const linked = print('bundle', '-', '--tag', 'tooling', '--link-mode', 'markdown').stdout
    expect(linked).toContain('See [the lockfile](qp-bbbb.md), [it](qp-bbbb.md), [[qp-none]]')
  })

  test('an outline is a collection and a line for each entry, in its order', () => {
    expect(print('outline', '-', '--collection-root', 'qp-mmmm').stdout).toBe(
      [
        '# Tooling map',
        '',
        'First [[qp-bbbb]], then [[qp-aaaa]]; last [[qp-cccc]].',
        '',
        '- Lockfile (qp-bbbb): Commit it.',
        '- Use pnpm (qp-aaaa): See [[qp-bbbb|the lockfile]], [it](b.md), [[qp-none]] and `[[qp-bbbb]]`.',
        '- CI digest (qp-dddd): Cached.',
        '',
      ].join('\n'),
    )
    expect(print('outline', '-').status).toBe(2)
  })

  test('a bibliography names each source once, those of what is under a digest too', () => {
    expect(print('bibliography', '-').stdout).toBe(
      [
        '# Bibliography',
        '',
        '- About A. <https://x.test/a> (accessed 2026-01-01) [qp-aaaa, qp-cccc]',
        '- <https://x.test/b> [qp-bbbb]',
        '',
      ].join('\n'),
    )
    expect(print('bibliography', '-', '--note', 'qp-mmmm').stdout).toBe('# Bibliography\n\nNo sources.\n')
  })

  test('exporting changes nothing', () => {
    expect(logged(place)).toHaveLength(1)
  })
})

test('links of a text become links of their own, and the text lets go of them when asked; undo brings both back', () => {
  const place = withStore(throwAway())
  interface Shown {
    readonly content: string
    readonly links: readonly { readonly to: string; readonly type: string; readonly source: string }[]
  }
  const shown = () => place.askJson<Shown>(['show', 'qp-aaaa', '--raw'])
  const linksOf = () => shown().links.map(({ source, type, to }) => `${source} ${type} ${to}`)
  const before = shown()
  const dry = place.askJson<{ links: unknown[] }>(['link', 'materialize', 'qp-aaaa', '--dry-run'])
  expect(dry.links).toHaveLength(2)
  expect(shown()).toEqual(before)
  place.askJson(['link', 'materialize', 'qp-aaaa'])
  expect(linksOf().filter((link) => link.startsWith('typed'))).toEqual([
    'typed related qp-bbbb',
    'typed related qp-none',
  ])
  expect(place.askJson<{ plan_id: null }>(['link', 'materialize', 'qp-aaaa']).plan_id).toBeNull()
  place.askJson(['link', 'materialize', 'qp-aaaa', '--remove-inline'])
  expect(shown().content).toBe('See the lockfile, it, [[qp-none]] and `[[qp-bbbb]]`.\n')
  expect(linksOf()).toEqual(['typed related qp-bbbb', 'typed related qp-none'])
  place.askJson(['undo'])
  place.askJson(['undo'])
  expect(shown()).toMatchObject({ content: before.content, links: before.links })
})

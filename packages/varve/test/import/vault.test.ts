import { describe, expect, test } from 'vitest'
import type { KnownNote, ParsedImport } from '../../src/import/import-format.ts'
import { notes } from '../../src/import/notes/index.ts'
import { sourceOf } from './sources.ts'

function read(files: Readonly<Record<string, string>>, known: readonly KnownNote[] = []): ParsedImport {
  return notes.parse({ ...sourceOf(files), known: () => known })
}

function linksOf(parsed: ParsedImport): readonly string[] {
  return parsed.links.map(({ from, to, type, source }) => `${from} -${type}-> ${to} (${source})`)
}

describe('links between pages', () => {
  test('wiki links with label, heading and block; embeds; Markdown links and their definitions', () => {
    const parsed = read({
      'a.md': [
        '[[b|the B]] [[c#Part]] [[d#^block]] ![[e]] {{embed [[f]]}} [g](sub/g.md#x) [h]',
        '',
        '[h]: sub/h.md "H"',
        '`[[i]]` ![[picture.png]]',
      ].join('\n'),
      ...Object.fromEntries(
        ['b', 'c', 'd', 'e', 'f', 'i', 'sub/g', 'sub/h'].map((name) => [`${name}.md`, 'x']),
      ),
    })
    expect(parsed.links.map(({ to }) => to)).toEqual([
      'b.md',
      'c.md',
      'd.md',
      'e.md',
      'f.md',
      'sub/g.md',
      'sub/h.md',
    ])
    expect(parsed.issues).toEqual([])
  })

  test('a property types the links it holds; a page linked there and in the text is linked once', () => {
    const parsed = read({
      'pages/a.md':
        'part-of:: [[Whole]]\nparent:: [[Thing]], [[Other]]\non:: all except [[Phone]]\n\n- See [[Whole]].',
      'pages/Whole.md': 'x',
      'pages/Thing.md': 'x',
      'pages/Other.md': 'x',
      'pages/Phone.md': 'x',
    })
    expect(linksOf(parsed)).toEqual([
      'pages/a.md -part-of-> pages/Whole.md (inline)',
      'pages/a.md -parent-> pages/Thing.md (inline)',
      'pages/a.md -parent-> pages/Other.md (inline)',
      'pages/a.md -related-> pages/Phone.md (inline)',
    ])
  })

  test('a block reference leads to the page of the block', () => {
    const id = '62f1a2b3-0000-4000-8000-0123456789ab'
    const parsed = read({
      'pages/a.md': `- As said in ((${id.toUpperCase()})).`,
      'pages/b.md': `- A block\n  id:: ${id}`,
    })
    expect(linksOf(parsed)).toEqual(['pages/a.md -related-> pages/b.md (inline)'])
  })

  test('a page has many names: path, file, title, alias, namespace; whatever their case and composition', () => {
    const parsed = read({
      'pages/a.md': '[[Ux/Deep]] [[CAFE\u0301]] [[Shown]] [[nick]] [[Folder/note]] [[Tab%2FBar]] [[x y]]',
      'pages/ux___deep.md': 'x',
      'pages/caf\u00e9.md': 'x',
      'pages/t.md': 'title:: Shown\n\nx',
      'pages/n.md': '---\naliases: [Nick, Other]\n---\nx',
      'deep/folder/note.md': 'x',
      'pages/tab%2Fbar.md': 'x',
      'pages/x%20y.md': 'x',
    })
    expect(parsed.links).toHaveLength(7)
    expect(parsed.issues).toEqual([])
  })

  test('of several pages of one name the nearest is meant; two that are equally near are named', () => {
    const files = { 'x/todo.md': 'x', 'y/todo.md': 'y', 'x/a.md': '[[todo]]', 'b.md': '[[todo]]' }
    const parsed = read(files)
    expect(linksOf(parsed)).toEqual([
      'x/a.md -related-> x/todo.md (inline)',
      'b.md -related-> x/todo.md (inline)',
    ])
    expect(parsed.issues).toMatchObject([
      { code: 'ambiguous_reference', subjects: ['todo', 'x/todo.md', 'y/todo.md'] },
    ])
    const turned = read(Object.fromEntries(Object.entries(files).toReversed()))
    expect(new Set(linksOf(turned))).toEqual(new Set(linksOf(parsed)))
  })

  test('a link to a page that is not here waits, and is found when either end arrives', () => {
    const first = read({ 'a.md': 'See [[later]] and [[never]].' })
    expect(first.links).toEqual([])
    expect(first.issues).toMatchObject([
      { code: 'unresolved_reference', severity: 'info', subjects: ['later', 'never'] },
    ])
    const known: KnownNote = {
      // The id of a test.
      id: 'id-of-a' as KnownNote['id'],
      file: 'a.md',
      title: 'a',
      content: 'See [[later]] and [[never]].',
      data: { aliases: ['first'] },
    }
    const second = read({ 'later.md': 'Back to [[first]].' }, [known])
    expect(linksOf(second)).toEqual([
      'later.md -related-> id-of-a (inline)',
      'id-of-a -related-> later.md (inline)',
    ])
    expect(read({ 'a.md': 'Nothing.', 'later.md': 'x' }, [known]).links).toEqual([])
  })
})

describe('a page', () => {
  test('has the tags of its front matter, its properties and its text', () => {
    const { drafts } = read({
      'a.md':
        '---\ntags: [one, "#two"]\n---\ntags:: three, [[four words]], #five\n\nText #six and #[[seven eight]], not C#, `#no`, #12.\n\n# Heading',
    })
    expect(drafts[0]?.fields.tags).toEqual([
      'five',
      'four words',
      'one',
      'seven eight',
      'six',
      'three',
      'two',
    ])
  })

  test('keeps its properties, and its text with them', () => {
    const text = 'title:: My page\ntype:: [[Feature]]\nalias:: A, B\n\n- body'
    const { drafts } = read({ 'pages/p.md': text })
    expect(drafts[0]?.fields).toMatchObject({
      title: 'My page',
      content: text,
      custom: {
        properties: { title: 'My page', type: '[[Feature]]', alias: 'A, B' },
        aliases: ['A', 'B'],
      },
    })
  })

  test('of a journal is of its day, and is found by it', () => {
    const parsed = read({
      'journals/2022_01_02.md': '- did it',
      'pages/a.md': '[[Jan 2nd, 2022]]',
      'pages/b.md': '[[2022-01-02]]',
      'pages/2022_01_02.md': 'x',
    })
    expect(parsed.drafts[0]?.fields).toMatchObject({ created: Date.UTC(2022, 0, 2), tags: ['journal'] })
    expect(parsed.drafts[3]?.fields.created).toBeUndefined()
    expect(parsed.links.map(({ to }) => to)).toEqual(['journals/2022_01_02.md', 'journals/2022_01_02.md'])
  })
})

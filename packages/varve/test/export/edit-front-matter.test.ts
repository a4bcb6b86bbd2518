import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { editFrontMatter } from '../../src/export/qipu/edit-front-matter.ts'
import { parseYamlMapping } from '../../src/import/markdown/yaml-mapping.ts'

const YAML = [
  '# head',
  'id: a # mine',
  'title: "x: y"   # keep',
  'tags:',
  '  - x',
  '  - y',
  '',
  '# hi',
  'value: 5 # note',
  'zz: {a: [1]}',
  '',
].join('\n')

function edited(changes: Readonly<Record<string, unknown>>, yaml = YAML, lineEnd = '\n'): string {
  // Values of tests are JSON.
  return editFrontMatter(yaml, new Map(Object.entries(changes)) as never, lineEnd)
}

describe('only the lines of a changed member change [QP-27] [BR-73]', () => {
  test('a value keeps the comment behind it', () => {
    expect(edited({ value: 7 })).toBe(YAML.replace('5 # note', '7 # note'))
    expect(edited({ title: 'New: title' })).toBe(YAML.replace('"x: y"', '"New: title"'))
  })

  test('a list keeps the indentation of its items', () => {
    expect(edited({ tags: ['x', 'z'] })).toBe(YAML.replace('- y', '- z'))
  })

  test('a member that is taken away takes nothing along', () => {
    expect(edited({ tags: undefined })).toBe(YAML.replace('tags:\n  - x\n  - y\n', ''))
  })

  test('a new member stands where a new note has it', () => {
    expect(edited({ summary: 'S' })).toBe(YAML.replace('  - y\n', '  - y\nsummary: S\n'))
    expect(edited({ custom: { a: 1 } })).toBe(YAML.replace('# note\n', '# note\ncustom:\n  a: 1\n'))
  })

  test('lines end as they ended', () => {
    const crlf = YAML.replaceAll('\n', '\r\n')
    expect(edited({ value: 7, compacts: ['b'] }, crlf, '\r\n')).toBe(
      crlf.replace('5 # note', '7 # note').replace('  - y\r\n', '  - y\r\ncompacts:\r\n- b\r\n'),
    )
  })
})

test.each([
  ['{ id: a, title: b }\n', { value: 7 }, { id: 'a', title: 'b', value: 7 }],
  ['x: &v 1\ny: *v\n', { x: 2 }, { x: 2, y: 1 }],
  ['', { title: 'a' }, { title: 'a' }],
  ['title: >\n  long\n  er\nx: 1\n', { title: 't' }, { title: 't', x: 1 }],
  ['title: a\n', { title: 'two\nlines' }, { title: 'two\nlines' }],
])('a mapping of another shape says what it should: %j', (yaml, changes, expected) => {
  expect(parseYamlMapping(edited(changes, yaml))).toEqual({ kind: 'mapping', data: expected })
})

test('whatever the mapping and the change, the result is the mapping with the change', () => {
  const value = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.string(), { maxLength: 3 }),
    fc.dictionary(fc.string({ minLength: 1 }), fc.integer(), { maxKeys: 2 }),
  )
  const names = fc.constantFrom('id', 'title', 'tags', 'value', 'odd', 'custom', 'links')
  fc.assert(
    fc.property(
      fc.dictionary(names, value, { noNullPrototype: true }),
      fc.dictionary(names, fc.oneof(value, fc.constant(undefined)), { noNullPrototype: true }),
      (data, changes) => {
        const yaml = Object.keys(data).length === 0 ? '' : stringify(data)
        const wanted = Object.fromEntries(
          Object.entries({ ...data, ...changes }).filter(([, each]) => each !== undefined),
        )
        expect(parseYamlMapping(edited(changes, yaml))).toEqual({ kind: 'mapping', data: wanted })
      },
    ),
    { numRuns: 200 },
  )
})

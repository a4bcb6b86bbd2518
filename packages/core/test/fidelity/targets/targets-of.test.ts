import { expect, test } from 'vitest'
import { relativePath, resolvePath } from '../../../src/fidelity/targets/resolve-path.ts'
import { commandTarget } from '../../../src/fidelity/targets/simple-command.ts'
import { targetsOf } from '../../../src/fidelity/targets/targets-of.ts'

function targets(tool: string, args: unknown) {
  return targetsOf({ tool, args, text: typeof args === 'string' ? args : JSON.stringify(args) })
}

test.each([
  ['Read', { file_path: 'a.ts' }, { operation: 'read', path: 'a.ts' }],
  [
    'mcp__files__read_file',
    { path: 'a.ts', offset: 100, limit: 50 },
    { operation: 'read', path: 'a.ts', range: [100, 149] },
  ],
  ['view', { path: 'a.ts', view_range: [5, -1] }, { operation: 'read', path: 'a.ts', range: [5, -1] }],
  ['read', { path: 'a.ts', start_line: 3, end_line: 9 }, { operation: 'read', path: 'a.ts', range: [3, 9] }],
  ['str_replace_editor', { command: 'view', path: 'a' }, { operation: 'read', path: 'a' }],
  ['str_replace_editor', { command: 'create', path: 'a' }, { operation: 'write', path: 'a' }],
  ['str_replace_editor', { command: 'insert', path: 'a' }, { operation: 'edit', path: 'a' }],
  ['MultiEdit', { file_path: 'a.ts', edits: [] }, { operation: 'edit', path: 'a.ts' }],
  ['move_file', { source: 'a', destination: 'b' }, { operation: 'move', path: 'a', destination: 'b' }],
  ['Grep', { pattern: 'x', path: 'src' }, { operation: 'search', path: 'src' }],
  ['Glob', { pattern: '**/*.ts' }, { operation: 'list', path: '**/*.ts' }],
  ['WebFetch', { url: 'https://x.io' }, { operation: 'web', path: 'https://x.io' }],
  ['TodoWrite', { todos: [] }, { operation: 'todo' }],
  ['Bash', { command: 'npm test' }, { operation: 'exec' }],
  ['Bash', { command: 'cat a.ts' }, { operation: 'read', path: 'a.ts' }],
  ['shell', { command: ['bash', '-lc', 'cat a.ts'] }, { operation: 'read', path: 'a.ts' }],
  ['unheard_of', { path: 'a' }, { operation: 'other' }],
])('%s %j works on what it names', (tool, args, target) => {
  expect(targets(tool, args)).toEqual([target])
})

test('a patch works on each file of its headers', () => {
  const patch =
    '*** Begin Patch\n*** Add File: a.ts\n+x\n*** Update File: b.ts\n*** Move to: c.ts\n@@\n-x\n*** Delete File: d.ts\n*** End Patch'
  const found = [
    { operation: 'write', path: 'a.ts' },
    { operation: 'move', path: 'b.ts', destination: 'c.ts' },
    { operation: 'edit', path: 'c.ts' },
    { operation: 'delete', path: 'd.ts' },
  ]
  expect(targets('apply_patch', { input: patch })).toEqual(found)
  expect(targets('apply_patch', patch)).toEqual(found)
})

test.each([
  ['cat src/a.ts', { operation: 'read', path: 'src/a.ts' }],
  ['cd web && cat "my file.ts"', { operation: 'read', path: 'web/my file.ts' }],
  ["sed -n '10,20p' a.ts", { operation: 'read', path: 'a.ts', range: [10, 20] }],
  ['head -n 5 a.ts', { operation: 'read', path: 'a.ts', range: [1, 5] }],
  ['nl -ba a.ts', { operation: 'read', path: 'a.ts' }],
  ['rm a.ts', { operation: 'delete', path: 'a.ts' }],
  ['mv a.ts b.ts', { operation: 'move', path: 'a.ts', destination: 'b.ts' }],
  ['git checkout -- a.ts', { operation: 'write', path: 'a.ts' }],
])('the command %j is a simple one', (line, target) => {
  expect(commandTarget(line)).toEqual(target)
})

test.each([
  'cat a.ts | head',
  'cat a.ts b.ts',
  'cat *.ts',
  'cat $FILE',
  'cat "$FILE"',
  'cat a.ts > b.ts',
  'cat a.ts; rm a.ts',
  'cat `which node`',
  'cat a.ts\nrm a.ts',
  'rm -rf a',
  'ls',
  '',
])('the command %j has no target', (line) => {
  expect(commandTarget(line)).toBeUndefined()
})

test('two spellings of one file are one', () => {
  expect(resolvePath('./src/../src/a.ts')).toBe('src/a.ts')
  expect(resolvePath('src\\a.ts', '/home/me')).toBe('/home/me/src/a.ts')
  expect(resolvePath('../a.ts', '/home/me')).toBe(resolvePath('file:///home/a.ts'))
  expect(resolvePath('C:\\work\\a.ts')).toBe('C:/work/a.ts')
  expect(resolvePath('../../a.ts')).toBe('../../a.ts')
  expect(relativePath('/home/me/src/a.ts', '/home/me/')).toBe('src/a.ts')
  expect(relativePath('/etc/passwd', '/home/me')).toBe('/etc/passwd')
})

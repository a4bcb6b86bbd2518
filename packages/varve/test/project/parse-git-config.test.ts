import { describe, expect, test } from 'vitest'
import { parseGitConfig } from '../../src/project/parse-git-config.ts'

describe('parseGitConfig', () => {
  test('it reads what tells of the repository, and skips the rest', () => {
    const text = [
      '\t; a comment',
      '[Core]',
      '\tbare = false # why not',
      '  sparseCheckout',
      '[alias]',
      '\tl = "log --oneline" ; quoted',
      '[remote "Up Stream"]\r',
      '\turl=https://github.com/acme/app\r',
      '\tfetch = +refs/heads/*:refs/remotes/x/*',
    ].join('\n')
    expect(parseGitConfig(text)).toEqual([
      { section: 'core', subsection: undefined, key: 'bare', value: 'false' },
      { section: 'core', subsection: undefined, key: 'sparsecheckout', value: 'true' },
      { section: 'remote', subsection: 'Up Stream', key: 'url', value: 'https://github.com/acme/app' },
      { section: 'remote', subsection: 'Up Stream', key: 'fetch', value: '+refs/heads/*:refs/remotes/x/*' },
    ])
  })

  const unusual: Readonly<Record<string, string>> = {
    'an include': '[include]\n\tpath = other',
    'a conditional include': '[includeIf "gitdir:~/x/"]\n\tpath = other',
    'a quoted value': '[remote "o"]\n\turl = "https://h/a"',
    'an escape': '[remote "o"]\n\turl = a\\tb',
    'a continued line': '[alias]\n\tx = a \\\nb',
    'a section in the old form': '[remote.origin]\n\turl = x',
    'a key on the line of its section': '[core] bare = true',
    'an escaped subsection': '[remote "a\\"b"]\n\turl = x',
  }
  for (const [what, text] of Object.entries(unusual)) {
    test(`${what} is left to git`, () => expect(parseGitConfig(text)).toBeUndefined())
  }
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalizePath } from '../../src/project/normalize-path.ts'
import { isRemoteShorthand, normalizeRemote } from '../../src/project/normalize-remote.ts'

const REMOTES: readonly (readonly [string, string | undefined])[] = [
  // The table of the reference.
  ['git@github.com:Acme/App.git', 'github.com/acme/app'],
  ['https://user:tok@github.com/acme/app', 'github.com/acme/app'],
  ['ssh://git@github.com:22/acme/app.git/', 'github.com/acme/app'],
  ['ssh://git@ssh.github.com:443/acme/app.git', 'github.com/acme/app'],
  ['git@git.acme.io:Team/App.git', 'git.acme.io/Team/App'],
  ['ssh://git@git.acme.io:2222/Team/App', 'git.acme.io:2222/Team/App'],
  ['/srv/git/app.git', undefined],
  ['file:///srv/git/app.git', undefined],
  ['C:\\repos\\app', undefined],
  ['../app', undefined],
  // What else it has to stand.
  ['C:/repos/app', undefined],
  ['c:app', undefined],
  ['./a:b/app', undefined],
  ['app', undefined],
  ['', undefined],
  ['https://github.com', undefined],
  ['https://github.com/', undefined],
  ['git@github.com:', undefined],
  ['ext::sh -c cat', undefined],
  ['codecommit::eu-west-1://app', undefined],
  ['HTTPS://GitHub.COM:443/Acme//App/', 'github.com/acme/app'],
  ['https://git.acme.io/Team/App.git?private_token=abc#frag', 'git.acme.io/Team/App'],
  ['https://git.acme.io:80/Team/App', 'git.acme.io/Team/App'],
  ['git://git.acme.io:9418/App', 'git.acme.io/App'],
  ['git+ssh://git@git.acme.io/App', 'git.acme.io/App'],
  ['github.com:acme/app', 'github.com/acme/app'],
  ['git@git.acme.io:/srv/App.git', 'git.acme.io/srv/App'],
  ['git@git.acme.io:~me/App', 'git.acme.io/~me/App'],
  ['git@git.acme.io:2222/Team/App', 'git.acme.io/2222/Team/App'],
  ['user:secret@git.acme.io:Team/App', 'git.acme.io/Team/App'],
  ['[git.acme.io:2222]:Team/App', 'git.acme.io:2222/Team/App'],
  ['git@[git.acme.io:22]:Team/App', 'git.acme.io/Team/App'],
  ['ssh://git@[2001:db8::1]:2222/App', '[2001:db8::1]:2222/App'],
  ['ssh://git@[2001:db8::1]:22/App', '[2001:db8::1]/App'],
  ['git@[2001:db8::1]:App', '[2001:db8::1]/App'],
  ['https://dev.azure.com/Acme/Proj/_git/App', 'dev.azure.com/acme/proj/_git/app'],
  [' https://github.com/acme/app \n', 'github.com/acme/app'],
]

describe('normalizeRemote', () => {
  for (const [url, key] of REMOTES) {
    test(`${JSON.stringify(url)} is ${key ?? 'no remote'} [SL-67]`, () => {
      expect(normalizeRemote(url)).toBe(key)
    })
  }

  const name = fc.stringMatching(/^[A-Za-z0-9_-]{1,8}(?:\.git)?$/)
  const host = fc.stringMatching(/^[a-z]{2,6}\.(?:io|com)$/)
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'))

  test('the result, as a URL again, is its own normal form', () => {
    fc.assert(
      fc.property(host, fc.option(fc.integer({ min: 1, max: 65_535 })), path, (at, port, below) => {
        const once = normalizeRemote(`ssh://git@${at}${port === null ? '' : `:${port}`}/${below}`)
        expect(once === undefined ? undefined : normalizeRemote(`https://${once}`)).toBe(once)
      }),
    )
  })

  test('the three spellings of one repository are one', () => {
    fc.assert(
      fc.property(host, path, (at, below) => {
        const forms = [`git@${at}:${below}.git`, `https://${at}/${below}`, `ssh://git@${at}:22/${below}/`]
        expect(new Set(forms.map(normalizeRemote)).size).toBe(1)
      }),
    )
  })

  test('no part of a credential is left [SL-68]', () => {
    const secret = fc.stringMatching(/^[A-Z0-9%~!$&'()*+,;=]{12,20}$/)
    fc.assert(
      fc.property(host, path, secret, (at, below, token) => {
        for (const url of [
          `https://${token}@${at}/${below}`,
          `https://user:${token}@${at}/${below}`,
          `https://${token}:x-oauth-basic@${at}/${below}`,
          `user:${token}@${at}:${below}`,
          `https://${at}/${below}?access_token=${token}`,
          `https://${at}/${below}#${token}`,
        ]) {
          expect(normalizeRemote(url)).toBe(normalizeRemote(`https://${at}/${below}`))
        }
      }),
    )
  })

  test('any text is safe', () => {
    fc.assert(fc.property(fc.string(), (text) => void normalizeRemote(text)))
  })

  test('a host without a dot, or a scheme of one’s own, may be a shorthand', () => {
    const shorthands = ['gh:acme/app', 'work://acme/app']
    const others = [
      'git@work:acme/app',
      'github.com:a/b',
      'https://h/a',
      'file:///a',
      '/a',
      'C:\\a',
      'ext::x',
    ]
    expect([...shorthands, ...others].filter(isRemoteShorthand)).toEqual(shorthands)
  })
})

const WINDOWS: readonly (readonly [string, string])[] = [
  ['C:\\r', 'c:/r'],
  ['c:\\r', 'c:/r'],
  ['C:/r', 'c:/r'],
  ['c:/r', 'c:/r'],
  ['/c/r', 'c:/r'],
  ['/mnt/c/r', 'c:/r'],
  ['/cygdrive/c/r', 'c:/r'],
  ['C:/R/', 'c:/r'],
  ['c:\\r\\', 'c:/r'],
  ['\\\\?\\C:\\r', 'c:/r'],
  ['\\\\.\\C:\\r', 'c:/r'],
  ['C:\\\\r\\.\\x\\..', 'c:/r'],
  ['C:\\', 'c:/'],
  ['/c', 'c:/'],
  ['\\\\Server\\Share\\r\\', '//server/share/r'],
  ['\\\\?\\UNC\\Server\\Share\\r', '//server/share/r'],
  ['/code/r', '/code/r'],
]

const POSIX: readonly (readonly [string, string, string])[] = [
  ['/Repo', 'linux', '/Repo'],
  ['/repo', 'linux', '/repo'],
  ['/repo/', 'darwin', '/repo'],
  ['//srv///repo/./x/..', 'linux', '/srv/repo'],
  ['/mnt/c/r', 'linux', '/mnt/c/r'],
  ['/a\\b', 'linux', '/a\\b'],
  ['/', 'linux', '/'],
  ['/u\u0308', 'darwin', '/\u00fc'],
  ['/u\u0308', 'linux', '/u\u0308'],
]

describe('normalizePath', () => {
  for (const [path, key] of WINDOWS) {
    test(`on Windows ${path} is ${key} [SL-67] [RS-48] [BR-41]`, () => {
      expect(normalizePath(path, 'win32')).toBe(key)
    })
  }
  for (const [path, platform, key] of POSIX) {
    test(`on ${platform} ${JSON.stringify(path)} is ${JSON.stringify(key)} [SL-67] [RS-48] [BR-41]`, () => {
      expect(normalizePath(path, platform)).toBe(key)
    })
  }

  test('a normal form is its own normal form', () => {
    const part = fc.constantFrom('/', '\\', '.', '..', '?', 'c', 'C:', 'mnt', 'unc', 'x Y', 'ü', 'İ')
    const path = fc.array(part, { maxLength: 12 }).map((parts) => `/${parts.join('')}`)
    fc.assert(
      fc.property(
        fc.oneof(
          path,
          path.map((rest) => `C:${rest}`),
        ),
        fc.constantFrom('win32', 'linux', 'darwin'),
        (text, platform) => {
          const once = normalizePath(text, platform)
          expect(normalizePath(once, platform)).toBe(once)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

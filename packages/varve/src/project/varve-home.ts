import { isAbsolute, join, resolve } from 'node:path'

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Varve's own directory: `VARVE_HOME`, else `$XDG_DATA_HOME/varve`, else the platform's place for data. */
export function varveHome(cwd: string, env: Environment, platform: string = process.platform): string {
  if (isSet(env.VARVE_HOME)) return resolve(cwd, withoutTilde(env.VARVE_HOME, env))
  // The XDG specification: a relative path is invalid and is to be ignored.
  if (isSet(env.XDG_DATA_HOME) && isAbsolute(env.XDG_DATA_HOME)) return join(env.XDG_DATA_HOME, 'varve')
  if (platform === 'win32') {
    return join(isSet(env.LOCALAPPDATA) ? env.LOCALAPPDATA : join(userHome(env), 'AppData', 'Local'), 'varve')
  }
  return join(userHome(env), '.local', 'share', 'varve')
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== ''
}

// Agents' settings files hand variables on without a shell to expand them.
function withoutTilde(path: string, env: Environment): string {
  return /^~(?:[\\/]|$)/.test(path) ? join(userHome(env), path.slice(1)) : path
}

/** The home folder of the user, as the environment names it. */
export function userHome(env: Environment): string {
  if (isSet(env.HOME)) return env.HOME
  return isSet(env.USERPROFILE) ? env.USERPROFILE : process.getBuiltinModule('node:os').homedir()
}

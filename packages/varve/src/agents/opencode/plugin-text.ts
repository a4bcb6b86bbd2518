import type { Machine, Scope } from '../agent.ts'
import { launcherPath } from '../launcher.ts'

export const PLUGIN_SIGNATURE = '// Hooks of the project memory; written by `varve install opencode`.'

/** The plugin as one file without dependencies, whose one export opencode takes for the plugin. */
export function pluginText(machine: Machine, scope: Scope): string {
  return `${PLUGIN_SIGNATURE}
import { spawn } from 'node:child_process'
${scope === 'project' ? SHARED_PATH : `\nconst launcher = ${JSON.stringify(launcherPath(machine))}`}
const LONGEST_WAIT_MS = 300
const LONGEST_RUN_MS = 10_000

function start(event, payload, stdout) {
  const words = [event, '--agent', 'opencode']
  const [command, args] = launcher.endsWith('.mjs') ? ['node', [launcher, ...words]] : [launcher, words]
  const child = spawn(command, args, { stdio: ['pipe', stdout, 'ignore'], windowsHide: true })
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  child.stdin.end(JSON.stringify(payload))
  return child
}

/** Hands an event on, and waits for nothing. */
function tell(event, payload) {
  start(event, payload, 'ignore').unref()
}

/** What a hook prints; nothing where it fails or is missing. */
function ask(event, payload) {
  return new Promise((resolve) => {
    const child = start(event, payload, 'pipe')
    setTimeout(() => child.kill(), LONGEST_RUN_MS).unref()
    let printed = ''
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', (chunk) => {
      printed += chunk
    })
    child.on('error', () => resolve(''))
    child.on('close', () => resolve(printed))
  })
}

/** Nothing where it takes too long: a request goes without, and the next one has it. */
function soon(answer) {
  return Promise.race([answer, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS, ''))])
}

function contextOf(printed) {
  try {
    return JSON.parse(printed).context ?? ''
  } catch {
    return ''
  }
}

export const Varve = async ({ directory }) => {
  const contexts = new Map()
  const payload = (event, session, more) => ({
    hook_event_name: event,
    session_id: session,
    cwd: directory,
    ...more,
  })
  const contextOfSession = (session, source) => {
    if (!contexts.has(session)) {
      // Kept for the session, so that the prefix of its requests stays the same.
      contexts.set(session, ask('session-start', payload('session-start', session, { source })).then(contextOf))
    }
    return soon(contexts.get(session))
  }
  return {
    event: async ({ event }) => {
      const session = event.properties?.sessionID
      if (event.type === 'session.idle') tell('turn-end', payload('turn-end', session))
      if (event.type === 'session.compacted') {
        contexts.delete(session)
        tell('post-compact', payload('post-compact', session))
      }
    },
    'experimental.chat.system.transform': async ({ sessionID }, output) => {
      const text = await contextOfSession(sessionID, 'startup')
      if (text) output.system.push(text)
    },
    'experimental.session.compacting': async ({ sessionID }, output) => {
      tell('pre-compact', payload('pre-compact', sessionID))
      const text = await contextOfSession(sessionID, 'compact')
      if (text) output.context.push(text)
    },
    dispose: async () => {
      for (const session of contexts.keys()) tell('session-end', payload('session-end', session))
    },
  }
}
`
}

const SHARED_PATH = `import { homedir } from 'node:os'
import { join } from 'node:path'

const launcher = join(
  process.env.VARVE_HOME ||
    (process.platform === 'win32'
      ? join(process.env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'varve')
      : join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'varve')),
  'bin',
  process.platform === 'win32' ? 'varve-hook.mjs' : 'varve-hook',
)`

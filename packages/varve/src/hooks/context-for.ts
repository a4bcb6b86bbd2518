import { existsSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { isExcluded } from '../config/is-excluded.ts'
import { loadConfig } from '../config/load-config.ts'
import type { ProjectPlace } from '../project/project-place.ts'
import type { Environment } from '../project/varve-home.ts'
import type { HookInput } from './hook-input.ts'
import type { HookEvent, Host, HostName } from './host-outputs.ts'
import { KeptStart } from './kept-start.ts'
import { isFirstFiring, SessionNotes } from './session-notes.ts'

/** An event of a host, and where it came about. */
export interface Hook {
  readonly event: HookEvent
  readonly agent: HostName
  readonly host: Host
  readonly input: HookInput
  readonly place: ProjectPlace
  /** Read when first asked for: what is kept ready needs none of it. */
  readonly config: () => Config
  readonly env: Environment
  readonly now: number
}

/** Sources after which what was shown is no longer in the window. */
const FORGETTING = new Set(['compact', 'clear', 'startup'])
/** Sources of sessions that are new: nothing in the memory is of them alone. */
const NEW = new Set(['clear', 'startup'])

export function configOf({ userConfigPath, configPath }: ProjectPlace): Hook['config'] {
  let config: Config | undefined
  return () => {
    config ??= loadConfig({ user: userConfigPath, project: configPath }).config
    return config
  }
}

/** Nothing is taken in of such a folder or branch, and nothing is said there. */
export function isLeftOut({ config, input, place }: Hook): boolean {
  return isExcluded(config().capture.exclude, [input.cwd, place.branch ?? undefined])
}

/** The document that puts before the agent what the memory has for this moment; undefined where it has nothing. */
export async function contextFor(hook: Hook, event: 'session-start' | 'prompt'): Promise<object | undefined> {
  const { host, input, place } = hook
  if (!existsSync(place.databasePath)) return undefined
  const notes = input.session === undefined ? undefined : new SessionNotes(place.dataDir, input.session)
  const text = event === 'session-start' ? await startText(hook, notes) : await promptText(hook, notes)
  if (text === undefined) return undefined
  notes?.save()
  return host.inject(event, text)
}

async function startText(hook: Hook, notes: SessionNotes | undefined): Promise<string | undefined> {
  const { agent, input, place, config, now } = hook
  const source = input.source ?? 'startup'
  const [, program = ''] = process.argv
  const kept = NEW.has(source) ? new KeptStart({ place, cwd: input.cwd, agent }, program) : undefined
  const known = kept?.find()
  if (known === undefined && (!config().memory.enabled || isLeftOut(hook))) return undefined
  if (!isOnce(hook)) return undefined
  if (FORGETTING.has(source)) notes?.clear()
  const start = known ?? (await makeStart(hook))
  if (start === undefined) return undefined
  if (known === undefined) kept?.keep(start, now)
  for (const [id, version] of start.shown) notes?.shown.set(id, version)
  return start.text
}

async function makeStart({ host, input, place, config }: Hook) {
  const { openForHook, sessionStart } = await import('./recollect.ts')
  // Never closed: the process ends at once, and to close takes as long as to read.
  const reader = openForHook(place)
  return sessionStart({ reader, place, config: config(), host, ...input })
}

async function promptText(hook: Hook, notes: SessionNotes | undefined): Promise<string | undefined> {
  const { host, input, place, now } = hook
  const config = hook.config()
  if (input.prompt === undefined || !config.memory.enabled || isLeftOut(hook) || !isOnce(hook))
    return undefined
  const { openForHook, promptRecall } = await import('./recollect.ts')
  const shown = notes?.shown ?? new Map<string, string>()
  const request = { reader: openForHook(place), place, config, host, ...input }
  return promptRecall(request, { prompt: input.prompt, shown, now })
}

/** By what the host calls this moment; without that, by what it says. */
function isOnce({ event, input, place, now }: Hook): boolean {
  const { session = '', turn, source = '', prompt = '' } = input
  return isFirstFiring(place.dataDir, [event, session, turn ?? `${source}\0${prompt}`].join('\0'), now)
}

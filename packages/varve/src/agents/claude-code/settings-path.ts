import { join } from 'node:path'
import type { Scope } from '../agent.ts'

/** The settings file of a scope; `folder` is the user's or the project's `.claude`. */
export function settingsPath(folder: string, scope: Scope): string {
  return join(folder, scope === 'local' ? 'settings.local.json' : 'settings.json')
}

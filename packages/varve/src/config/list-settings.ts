import { isSetting, type Setting, type Settings } from './setting.ts'
import { SETTINGS } from './settings.ts'

/** A row of the table with its full path. */
export interface ListedSetting extends Setting<unknown> {
  readonly path: string
}

/** Every setting, in the order of the reference. */
export function listSettings(settings: Settings = SETTINGS, prefix = ''): readonly ListedSetting[] {
  return Object.entries(settings).flatMap(([key, node]) =>
    isSetting(node) ? [{ ...node, path: `${prefix}${key}` }] : listSettings(node, `${prefix}${key}.`),
  )
}

import type { ValuesOf } from './setting.ts'
import type { SETTINGS } from './settings.ts'

/** Everything that can be configured, with its defaults filled in. */
export type Config = ValuesOf<typeof SETTINGS>

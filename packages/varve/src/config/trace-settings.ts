import { isJsonObject } from '@varve/core'
import { type ListedSetting, listSettings } from './list-settings.ts'
import { parseConfig } from './load-config.ts'
import type { ConfigSource } from './read-config-file.ts'

/** A setting, what it is, and which files say so. */
export interface TracedSetting extends ListedSetting {
  readonly value: unknown
  /** Empty where it is the default. */
  readonly from: readonly ConfigSource[]
}

/** Every setting with its value and where that came from; later sources go before earlier ones. Pure. */
export function traceSettings(sources: readonly ConfigSource[]): readonly TracedSetting[] {
  const { config } = parseConfig(sources)
  return listSettings().map((row) => ({
    ...row,
    value: valueAt(config, row.path),
    from: statedBy(row, sources),
  }))
}

function statedBy({ path, only, isAdditive }: ListedSetting, sources: readonly ConfigSource[]) {
  const stating = sources.filter(
    ({ place, members }) => (only ?? place) === place && valueAt(members, path) !== undefined,
  )
  return isAdditive === true ? stating : stating.slice(-1)
}

function valueAt(members: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((at, key) => (isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), members)
}

import { type Issue, isJsonObject, issueOrder, VarveError } from '@varve/core'
import type { Config } from './config.ts'
import { LIMITS } from './limits.ts'
import { findNearestName } from './nearest-name.ts'
import { type ConfigSource, readConfigFile } from './read-config-file.ts'
import { isSetting, type Setting, type Settings } from './setting.ts'
import { SETTINGS } from './settings.ts'

/** The two places of configuration. */
export interface ConfigFiles {
  /** `$VARVE_HOME/config.json` */
  readonly user: string
  /** `.varve/config.json` */
  readonly project: string
}

export interface LoadedConfig {
  readonly config: Config
  readonly issues: readonly Issue[]
  /** The files that there are; later ones go before earlier ones. */
  readonly sources: readonly ConfigSource[]
}

const SHOWN_VALUE_LENGTH = 80

let standard: Config | undefined

/** What holds where neither file states anything. Made when first asked for: each start would pay for it. */
export function defaultConfig(): Config {
  standard ??= parseConfig([]).config
  return standard
}

/**
 * Reads both files; what the project states goes before what the user states. Throws `config_invalid`
 * that names every bad key, its value and the allowed range; unknown keys are issues.
 */
export function loadConfig(files: ConfigFiles): LoadedConfig {
  const sources = [readConfigFile(files.user, 'user'), readConfigFile(files.project, 'project')]
  return parseConfig(sources.filter((source) => source !== undefined))
}

/** The same of files that were read: later sources go before earlier ones. Pure. */
export function parseConfig(sources: readonly ConfigSource[]): LoadedConfig {
  const check: Check = { problems: [], issues: [] }
  const parts = sources.map((source) => ({ source, members: source.members }))
  // The shape is the table's own, which ValuesOf can't follow through a loop over keys.
  const config = readSection(SETTINGS, parts, '', check) as Config
  if (check.problems.length === 0) checkLimits(config, sources, check)
  if (check.problems.length > 0) throw invalidConfig(check.problems)
  return { config, issues: check.issues.sort(issueOrder), sources }
}

interface Problem {
  readonly path: string
  readonly file: string
  readonly value: unknown
  readonly allowed: string
}

interface Check {
  readonly problems: Problem[]
  readonly issues: Issue[]
}

/** One source's object of a section. */
interface Part {
  readonly source: ConfigSource
  readonly members: Readonly<Record<string, unknown>>
}

function readSection(settings: Settings, parts: readonly Part[], path: string, check: Check): unknown {
  for (const part of parts) noteUnknownKeys(settings, part, path, check)
  const values = Object.entries(settings).map(([key, node]) => {
    const keyPath = path === '' ? key : `${path}.${key}`
    const given = parts.flatMap(({ source, members }) =>
      Object.hasOwn(members, key) ? [{ source, value: members[key] }] : [],
    )
    return [
      key,
      isSetting(node)
        ? readSetting(node, given, keyPath, check)
        : readSection(node, asParts(given, keyPath, check), keyPath, check),
    ]
  })
  return Object.fromEntries(values)
}

interface Given {
  readonly source: ConfigSource
  readonly value: unknown
}

function asParts(given: readonly Given[], path: string, check: Check): readonly Part[] {
  return given.flatMap(({ source, value }) => {
    if (isJsonObject(value)) return [{ source, members: value }]
    check.problems.push({ path, file: source.file, value, allowed: 'an object' })
    return []
  })
}

function readSetting(row: Setting<unknown>, given: readonly Given[], path: string, check: Check): unknown {
  const accepted: unknown[] = []
  for (const { source, value } of given) {
    if (row.only !== undefined && row.only !== source.place)
      check.issues.push(misplaced(row.only, path, source.file))
    else if (row.accepts(value)) accepted.push(value)
    else check.problems.push({ path, file: source.file, value, allowed: row.allowed })
  }
  if (row.isAhead) for (const { source } of given) check.issues.push(notInForce(path, source.file))
  if (row.isAdditive === true) return joinLists(accepted)
  return accepted.length > 0 ? accepted.at(-1) : row.standard
}

function joinLists(lists: readonly unknown[]): readonly unknown[] {
  const seen = new Map(
    lists.flatMap((list) => (Array.isArray(list) ? list : [])).map((item) => [JSON.stringify(item), item]),
  )
  return [...seen.values()]
}

function noteUnknownKeys(settings: Settings, { source, members }: Part, path: string, check: Check): void {
  for (const key of Object.keys(members)) {
    if (Object.hasOwn(settings, key) || (path === '' && key === '$schema')) continue
    const known = Object.keys(settings)
    check.issues.push(
      unknownKey(key, path === '' ? '' : `${path}.`, findNearestName(key, known), source.file),
    )
  }
}

function unknownKey(key: string, prefix: string, nearest: string | undefined, file: string): Issue {
  const hint = nearest === undefined ? '' : `; the nearest is ${prefix}${nearest}`
  return {
    code: 'unknown_config_key',
    severity: 'warning',
    subjects: [`${prefix}${key}`],
    message: `${file} sets ${prefix}${key}, which Varve doesn't know${hint}`,
    fix: ['varve doctor --config'],
  }
}

function notInForce(path: string, file: string): Issue {
  return {
    code: 'setting_not_in_force',
    severity: 'info',
    subjects: [path],
    message: `${file} sets ${path}, which nothing acts on in this version of Varve`,
    fix: [],
  }
}

function misplaced(only: 'user' | 'project', path: string, file: string): Issue {
  return {
    code: 'misplaced_config_key',
    severity: 'warning',
    subjects: [path],
    message: `${file} sets ${path}, which is read from the ${only}'s file only`,
    fix: ['varve doctor --config'],
  }
}

function checkLimits(config: Config, sources: readonly ConfigSource[], check: Check): void {
  for (const limit of LIMITS) {
    if (limit.holds(config)) continue
    const file = sources.map((source) => source.file).join(' and ')
    check.problems.push({ path: limit.path, file, value: limit.value(config), allowed: limit.allowed })
  }
}

function invalidConfig(problems: readonly Problem[]): VarveError {
  const message = problems.map(
    ({ path, file, value, allowed }) => `${file}: ${path} is ${shown(value)}; allowed: ${allowed}`,
  )
  return new VarveError('config_invalid', message.join('\n'), {
    subjects: problems.map((problem) => problem.path),
    fix: ['varve doctor --config'],
  })
}

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > SHOWN_VALUE_LENGTH ? `${text.slice(0, SHOWN_VALUE_LENGTH)}…` : text
}

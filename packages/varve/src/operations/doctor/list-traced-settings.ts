import { VarveError } from '@varve/core'
import { findNearestName } from '../../config/nearest-name.ts'
import { type TracedSetting, traceSettings } from '../../config/trace-settings.ts'
import type { OperationContext } from '../context.ts'

/** A setting as doctor prints it. */
export interface ShownSetting {
  readonly path: string
  readonly value: unknown
  readonly from: readonly { readonly place: 'user' | 'project' | 'environment'; readonly name: string }[]
}

const VARIABLES: Readonly<Record<string, string>> = {
  'team.url': 'VARVE_TEAM_URL',
  'team.token': 'VARVE_TEAM_TOKEN',
}

/** The settings of a section, or all of them: what each is, and which file or variable says so. */
export function listTracedSettings(context: OperationContext, section?: string): readonly ShownSetting[] {
  const traced = traceSettings(context.configSources)
  const inside = traced.filter(
    ({ path }) => section === undefined || path === section || path.startsWith(`${section}.`),
  )
  if (inside.length === 0) throw unknownSection(section ?? '', traced)
  return inside.map((row) => shown(row, context))
}

/** The sections that a file may have. */
export function sectionNames(settings: readonly { readonly path: string }[]): readonly string[] {
  return [...new Set(settings.map(({ path }) => path.split('.', 1).join()))]
}

function shown({ path, value, from, only }: TracedSetting, context: OperationContext): ShownSetting {
  const variable = VARIABLES[path]
  const isOfVariable = variable !== undefined && (context.machine.env[variable] ?? '') !== ''
  const files = from.map(({ place, file }) => ({ place, name: file }))
  return {
    path,
    value: only === 'user' && (isOfVariable || from.length > 0) ? '[not shown]' : masked(value, context),
    from: isOfVariable ? [{ place: 'environment', name: variable }] : files,
  }
}

function masked(value: unknown, context: OperationContext): unknown {
  return value === undefined ? null : JSON.parse(context.redact(JSON.stringify(value)))
}

function unknownSection(section: string, settings: readonly TracedSetting[]): VarveError {
  const sections = sectionNames(settings)
  const nearest = findNearestName(section, sections)
  return new VarveError(
    'invalid_value',
    `no section of the configuration is called ${section}; they are ${sections.join(', ')}`,
    { fix: [`varve doctor --config${nearest === undefined ? '' : ` ${nearest}`}`] },
  )
}

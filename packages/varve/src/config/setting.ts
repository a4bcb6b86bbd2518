import { isJsonObject } from '@varve/core'
/** What a configuration key may hold: the anatomy of one row of the settings table. */
export interface Setting<T> {
  readonly kind: 'setting'
  /** Value where no file states one. */
  readonly standard: T
  /** The range in words, for errors and the reference. */
  readonly allowed: string
  readonly doc: string
  accepts(value: unknown): boolean
  /** How a list of both files is joined; without it the project's value replaces the user's. */
  readonly isAdditive?: true
  /** Checked like the others, but nothing acts on it in this version. */
  readonly isAhead?: true
  /** The one file it may stand in; default: both. */
  readonly only?: 'user' | 'project'
}

/** A section of the table: keys in the order in which the reference prints them. */
export interface Settings {
  readonly [key: string]: Setting<unknown> | Settings
}

/** The values that a table of settings describes. */
export type ValuesOf<S> = {
  readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : ValuesOf<S[K]>
}

export function isSetting(node: Setting<unknown> | Settings): node is Setting<unknown> {
  return node.kind === 'setting'
}

export function flag(standard: boolean, doc: string): Setting<boolean> {
  return setting(standard, 'true or false', doc, (value) => typeof value === 'boolean')
}

export function integer(standard: number, least: number, most: number, doc: string): Setting<number> {
  return setting(standard, `an integer from ${least} to ${most}`, doc, (value) =>
    isInteger(value, least, most),
  )
}

export function fraction(standard: number, doc: string): Setting<number> {
  return setting(standard, 'a number from 0 to 1', doc, (value) => isNumber(value, 0, 1))
}

export function choice<const T extends string>(options: readonly [T, ...T[]], doc: string): Setting<T> {
  return setting<T>(options[0], `one of ${options.join(', ')}`, doc, (value) =>
    options.some((option) => option === value),
  )
}

/** A value with a test of its own. */
export function setting<T>(
  standard: T,
  allowed: string,
  doc: string,
  accepts: (value: unknown) => boolean,
): Setting<T> {
  return { kind: 'setting', standard, allowed, doc, accepts }
}

/** A setting that is nobody's business but the user's: a project's file is in git. */
export function userOnly<T>(row: Setting<T>): Setting<T> {
  return { ...row, only: 'user' }
}

/** A list where the files add to each other, so that neither can take the other's away. */
export function additive<T>(row: Setting<readonly T[]>): Setting<readonly T[]> {
  return { ...row, isAdditive: true }
}

/** A setting that means something in the project's own file only. */
export function projectOnly<T>(row: Setting<T>): Setting<T> {
  return { ...row, only: 'project' }
}

/** A setting, or a section of them, that nothing acts on: a file may hold it, and is told that it does nothing. */
export function ahead<S extends Setting<unknown> | Settings>(node: S): S {
  if (isSetting(node)) return { ...node, isAhead: true }
  const rows = Object.entries(node).map(([key, inner]) => [key, ahead(inner)])
  // The same keys with rows of the same types, which a loop over them can't tell.
  return Object.fromEntries(rows) as S
}

export function isNumber(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && value >= least && value <= most
}

export function isInteger(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && isNumber(value, least, most)
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

export function isListOf(value: unknown, accepts: (item: unknown) => boolean): value is readonly unknown[] {
  return Array.isArray(value) && value.every(accepts)
}

/** An object with no other members than these, each of which is accepted. */
export function isRecordOf(
  value: unknown,
  members: Readonly<Record<string, (member: unknown) => boolean>>,
): value is Readonly<Record<string, unknown>> {
  if (!isJsonObject(value)) return false
  return (
    Object.keys(value).every((name) => Object.hasOwn(members, name)) &&
    Object.entries(members).every(([name, accepts]) =>
      accepts(Object.hasOwn(value, name) ? value[name] : undefined),
    )
  )
}

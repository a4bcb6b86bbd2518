import { VarveError } from '@varve/core'
import { findNearestName } from '../config/nearest-name.ts'
import { argumentOf, fieldOf, givenValue } from '../operations/given-input.ts'
import type { Operation } from '../operations/operation.ts'
import { loadOperation } from './load-operation.ts'
import { type Arguments, listedArguments, type Tool } from './tools/tool.ts'

/** A call as an operation takes it. */
export interface ReadCall {
  readonly operation: Operation
  readonly raw: Readonly<Record<string, unknown>>
  /** What stands for standard input. */
  readonly standardInput: string | undefined
  /** Arguments that nothing takes: told, and left alone. */
  readonly unknown: readonly string[]
}

/** What every tool takes, and no operation: which part of a long answer, and of which project. */
const OF_ANY_TOOL: ReadonlySet<string> = new Set(['cursor', 'project'])

/** Finds the operation that a call is for, and gives its arguments the names of that one's fields. */
export async function readArguments(tool: Tool, called: Arguments): Promise<ReadCall> {
  const given = tool.translate?.(called) ?? called
  const operation = await loadOperation(operationOf(tool, given.action))
  const raw: Record<string, unknown> = { ...tool.fixed }
  const unknown: string[] = []
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || OF_ANY_TOOL.has(name)) continue
    if (name === 'action' && tool.actions.length > 1) continue
    if (name === tool.standardInput?.name) continue
    const field = findFieldName(tool, operation, name)
    const definition = field === undefined ? undefined : operation.fields[field]
    if (field === undefined || definition === undefined) unknown.push(name)
    else raw[field] = givenValue(definition, value)
  }
  return { operation, raw, standardInput: textOf(tool, given), unknown }
}

function operationOf({ name, actions }: Tool, action: unknown): string {
  const [first, ...others] = actions
  if (first !== undefined && others.length === 0) return first[1]
  const found = actions.find(([each]) => each === action)
  if (found) return found[1]
  const names = actions.map(([each]) => each)
  const nearest = typeof action === 'string' ? findNearestName(action, names) : undefined
  throw new VarveError(
    'invalid_value',
    `${name} has no action ${JSON.stringify(action ?? null)}: ${names.join(', ')}`,
    { fix: [`${name} {"action":${JSON.stringify(nearest ?? names[0])}}`] },
  )
}

/** By what the tool calls it, by the flag with underscores, or as the operation itself does. */
function findFieldName(tool: Tool, { fields }: Operation, name: string): string | undefined {
  const shown = listedArguments(tool).find((argument) => argument.name === name)
  const spellings = [...(shown?.fields ?? []), fieldOf(name), fieldOf(argumentOf(name))]
  return spellings.find((field) => Object.hasOwn(fields, field))
}

function textOf({ standardInput }: Tool, given: Arguments): string | undefined {
  const value = standardInput === undefined ? undefined : given[standardInput.name]
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}

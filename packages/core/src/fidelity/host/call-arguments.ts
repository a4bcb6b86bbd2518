import { type CallArguments, ELIDED, isArgumentObject } from '../model/canonical-arguments.ts'
import type { HostObject } from './host-object.ts'

/** Arguments that a host keeps as an object. */
export function argumentsOf(value: unknown): CallArguments {
  if (value === undefined) return { text: '{}', args: {} }
  return { text: JSON.stringify(value), args: value }
}

/** Arguments that a host keeps as text, which should be JSON and need not be. */
export function parseArguments(text: string): CallArguments {
  try {
    return { text, args: JSON.parse(text) }
  } catch {
    return { text }
  }
}

/** Rendered arguments as an object, whatever a renderer wrote: formats that demand one always get one. */
export function argumentObject(text: string): HostObject {
  const { args } = parseArguments(text)
  return isArgumentObject(args) ? args : { [ELIDED]: text }
}

/** Rendered arguments as the JSON text of an object. */
export function argumentText(text: string): string {
  const { args } = parseArguments(text)
  return isArgumentObject(args) ? text : JSON.stringify({ [ELIDED]: text })
}

import type { JsonObject } from '../../domain/json.ts'

/** What a package.json says; undefined where it is none. */
export function parsePackageJson(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined
  } catch {
    return undefined
  }
}

const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'] as const

export function scriptsIn(manifest: JsonObject): readonly string[] {
  return keysOf(manifest.scripts)
}

export function dependenciesIn(manifest: JsonObject): readonly string[] {
  return DEPENDENCIES.flatMap((member) => keysOf(manifest[member]))
}

function keysOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : []
}

import type { Entry } from '../domain/entry.ts'

const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu
const GAPS = /[-_\s]+/g

/** A name whatever its spelling: `CockpitMCP`, `cockpit-mcp` and `Cockpit_MCP` are one. */
export function normaliseEntity(name: string): string {
  return name.replace(HUMP, ' ').replace(GAPS, ' ').trim().toLowerCase()
}

/** What an entry speaks of: what it names, else the project. */
export interface Subject {
  readonly name: string
  /** The same for all that speak of it. */
  readonly key: string
}

export function subjectOf({ entity }: Pick<Entry, 'entity'>, projectName: string): Subject {
  const { kind, name } = entity ?? { kind: 'project', name: projectName }
  return { name, key: `${kind} ${normaliseEntity(name)}` }
}

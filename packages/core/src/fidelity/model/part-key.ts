import { sha256 } from '../../domain/sha256.ts'
import { type CallArguments, canonicalArguments } from './canonical-arguments.ts'
import type { Part, Role } from './message.ts'

/** What a part is named by. */
export type KeyedPart = Pick<Part, 'kind' | 'text' | 'tool' | 'callId' | 'args'>

/** Hex SHA-256 over a name and what it is about, joined by NUL. */
export function partHash(name: string, ...texts: readonly string[]): string {
  return sha256([name, ...texts].join('\0'))
}

/** The id of a call that its host gave none: of the tool and its arguments. */
export function callIdWithout(tool: string, call: CallArguments): string {
  return `~${partHash('varve:callkey:1', tool, canonicalArguments(call)).slice(0, 16)}`
}

/**
 * Names the parts of one window, in its order. The second part of one name has `#2` after it, and a result the
 * suffix of the nearest call before it. Further results of one call, or without any, which only a broken window
 * has, get `+2`.
 */
export class PartKeys {
  readonly #seen = new Map<string, number>()
  readonly #suffixes = new Map<string, string>()

  next(role: Role, part: KeyedPart): string {
    if (part.kind === 'tool_result') return this.#resultKey(part.callId ?? '')
    if (part.kind !== 'tool_call') return this.#occurrence(textKey(role, part), '#')
    const id = part.callId ?? callIdWithout(part.tool ?? '', part)
    const key = this.#occurrence(`c:${id}`, '#')
    this.#suffixes.set(id, key.slice(2 + id.length))
    return key
  }

  #resultKey(id: string): string {
    // Another mark than that of calls: what an orphan is named by is never the name of a later call's result.
    return this.#occurrence(`r:${id}${this.#suffixes.get(id) ?? ''}`, '+')
  }

  #occurrence(key: string, mark: string): string {
    const count = (this.#seen.get(key) ?? 0) + 1
    this.#seen.set(key, count)
    return count === 1 ? key : `${key}${mark}${count}`
  }
}

function textKey(role: Role, { kind, text }: KeyedPart): string {
  return `t:${partHash('varve:partkey:1', role, kind, text).slice(0, 16)}`
}

import type { Trust } from '../../domain/entry.ts'
import type { StoredMessage } from '../../domain/session.ts'
import type { Target } from '../../fidelity/model/target.ts'
import { operationOf } from '../../fidelity/targets/tool-names.ts'

const FOREIGN_FOLDER = /(?:^|[\\/])(?:node_modules|vendor|site-packages|\.cargo|Downloads)[\\/]/
/** A command that brings in what others wrote. */
const NETWORK_COMMAND = /\b(?:curl|wget|gh (?:issue|pr|api)|http)\b/

/** Of our server, under the name that an install or the plugin gives it. */
const OWN_TOOL = /^mcp__(?:plugin_varve_)?varve__/

export function isOwnTool(tool: string): boolean {
  return OWN_TOOL.test(tool)
}

/** Says how far each part of a session is trusted, as it is walked. */
export class TrustReader {
  readonly #folder: string | undefined
  /** Something of the web was read since a person last spoke: what the agent says may be its word. */
  #isTainted = false

  constructor(folder: string | undefined) {
    this.#folder = folder
  }

  /** A person speaks. */
  turn(): void {
    this.#isTainted = false
  }

  ofText({ role, human }: StoredMessage): Trust {
    if (human === true) return 'user'
    return role === 'assistant' ? this.ofCall() : 'tool'
  }

  ofCall(): Trust {
    return this.#isTainted ? 'web' : 'agent'
  }

  ofResult(tool: string, targets: readonly Target[], command: string | undefined): Trust {
    const isFetched = command !== undefined && NETWORK_COMMAND.test(command)
    const trust = isFetched ? 'web' : this.#resultTrust(tool, targets)
    if (trust === 'web') this.#isTainted = true
    return trust
  }

  #resultTrust(tool: string, targets: readonly Target[]): Trust {
    if (/^mcp__/i.test(tool) && !isOwnTool(tool)) return 'web'
    const operation = operationOf(tool, undefined)
    if (operation === 'web') return 'web'
    const paths = targets.flatMap(({ path }) => path ?? [])
    if (paths.some((path) => FOREIGN_FOLDER.test(path) || this.#isOutside(path))) return 'web'
    return operation === 'read' && paths.length > 0 ? 'repo' : 'tool'
  }

  #isOutside(path: string): boolean {
    // Whose home that is a session doesn't say.
    if (/^~[^/\\]*(?:[/\\]|$)/.test(path)) return true
    const isAbsolute = /^(?:[/\\]|[A-Za-z]:)/.test(path)
    if (this.#folder === undefined) return !isAbsolute && resolved(path).startsWith('..')
    const folder = resolved(this.#folder)
    const full = resolved(isAbsolute ? path : `${this.#folder}/${path}`)
    return full !== folder && !full.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
  }
}

/** A path without `.` and `..`, in one spelling whatever the system that it is of. */
function resolved(path: string): string {
  const kept: string[] = []
  const spelt = path.replaceAll('\\', '/').replace(/^[a-z]:/, (drive) => drive.toUpperCase())
  for (const step of spelt.split('/')) {
    if (step === '.' || (step === '' && kept.length > 0)) continue
    if (step !== '..' || kept.length === 0 || kept.at(-1) === '..') kept.push(step)
    else if (kept.length > 1 || kept[0] !== '') kept.pop()
  }
  return kept.length === 1 && kept[0] === '' ? '/' : kept.join('/')
}

import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Sandbox } from '../scenarios/sandbox.ts'
import { roleName, type TeamDatabase } from './server/team-database.ts'

/** One machine of a team: a clone of the project, a home of its own, a role to log in with. */
export class Machine extends Sandbox {
  readonly #url: string
  readonly #own: NodeJS.ProcessEnv

  /** `own`: what its environment has besides. */
  constructor(url: string, own: NodeJS.ProcessEnv = {}) {
    super()
    this.#url = url
    this.#own = own
    onTestFinished(() => this.remove())
  }

  override get env(): NodeJS.ProcessEnv {
    return { ...super.env, VARVE_TEAM_URL: this.#url, ...this.#own }
  }
}

/**
 * Machines of people who share a project on a server, the first of whom owns it; the others write. Their
 * clones have one identity, as git would bring it.
 */
export function teamOf(database: TeamDatabase, ...roles: readonly string[]): readonly Machine[] {
  const [owner, ...others] = roles.map((role) => new Machine(database.urlOf(role)))
  if (owner === undefined) return []
  owner.askJson(['team', 'create', 'acme'])
  for (const [index, machine] of others.entries()) {
    owner.askJson(['team', 'member', 'add', roleName(roles[index + 1] ?? ''), '--role', 'writer'])
    cpSync(join(owner.project, '.varve'), join(machine.project, '.varve'), { recursive: true })
  }
  return [owner, ...others]
}

/** Exchanges until nobody has anything left to say. */
export function syncAll(...machines: readonly Sandbox[]): void {
  for (const machine of [...machines, ...machines]) machine.askJson(['knowledge', 'sync'])
}

import type { Issue } from '@varve/core'
import type { Agent, Machine, Part, Piece, Scope } from './agent.ts'
import { AGENTS, getAgent } from './agents.ts'
import { checkLauncher } from './check-launcher.ts'
import { findStanding } from './host-files/edit-pieces.ts'
import { HostFileProblem } from './host-files/host-file-error.ts'
import { findHostText } from './host-files/read-host-file.ts'
import { eachOnce, isSameOwner, piecesOf } from './plan-install.ts'
import { hashOf, type InstalledFile, type Owner } from './record/install-record.ts'

/** What one agent was given at one scope. */
export interface Installation {
  readonly agent: Agent
  readonly scope: Scope
  readonly parts: readonly Part[]
  readonly files: readonly InstalledFile[]
}

/** What the record says is installed for this user and in this project: by agent, then scope. */
export function listInstallations(
  machine: Machine,
  installs: readonly InstalledFile[],
): readonly Installation[] {
  const owners = installs
    .flatMap((file) => file.owners)
    .filter(({ scope, project }) => scope === 'user' || project === machine.projectTop)
  return AGENTS.flatMap((agent) =>
    agent.scopes.flatMap((scope): readonly Installation[] => {
      const own = owners.filter((owner) => owner.agent === agent.name && owner.scope === scope)
      const [owner] = own
      if (owner === undefined) return []
      const files = installs.filter((file) => file.owners.some((one) => isSameOwner(one, owner)))
      return [{ agent, scope, parts: [...new Set(own.flatMap(({ parts }) => parts))], files }]
    }),
  )
}

/** What is installed, but missing, outdated, changed by hand, switched off, or leads nowhere. */
export function checkAgents(machine: Machine, installs: readonly InstalledFile[]): readonly Issue[] {
  const installations = listInstallations(machine, installs)
  const agents = new Set(installations.map(({ agent }) => agent))
  const hooked = installations.filter(({ parts }) => parts.includes('hooks')).map(({ agent }) => agent.name)
  return [
    ...installations.flatMap((installation) => checkInstallation(installation, machine)),
    ...[...agents].flatMap((agent) => agent.checkHost?.(machine, findHostText) ?? []),
    ...checkLauncher(hooked, machine),
  ]
}

function checkInstallation(installation: Installation, machine: Machine): readonly Issue[] {
  const { agent, scope, files } = installation
  return files.flatMap((file): readonly Issue[] => {
    const owner = file.owners.find((one) => one.agent === agent.name && one.scope === scope)
    if (owner === undefined) return []
    try {
      return checkFile(file, owner, machine)
    } catch (error) {
      if (!(error instanceof HostFileProblem)) throw error
      return [
        {
          code: 'host_file_invalid',
          severity: 'error',
          subjects: [agent.name, file.path],
          message: `${file.path} can't be read: ${error.message}`,
          fix: [],
        },
      ]
    }
  })
}

function checkFile(file: InstalledFile, owner: Owner, machine: Machine): readonly Issue[] {
  const agent = getAgent(owner.agent)
  const pieces = eachOnce(
    piecesOf(agent, owner.scope, machine).filter(
      (piece) => piece.path === file.path && owner.parts.includes(piece.part),
    ),
  )
  const text = findHostText(file.path)
  const standing = pieces.map((piece) => findStanding(text, piece))
  const install = installCommand(owner)
  const subjects = [agent.name, file.path]
  if (standing.includes('absent')) {
    return [
      {
        code: 'agent_part_missing',
        severity: 'error',
        subjects,
        message:
          text === undefined
            ? `${file.path} is gone: ${agent.title} has nothing of varve there`
            : `${file.path} no longer has all that was put there for ${agent.title}`,
        fix: [install, `varve uninstall ${agent.name}`],
      },
    ]
  }
  if (!standing.includes('outdated')) return []
  const isChanged = text !== undefined && hashOf(text) !== file.after
  return [
    isChanged && pieces.some(isFile)
      ? {
          code: 'agent_part_changed',
          severity: 'warning',
          subjects,
          message: `${file.path} was changed by hand since it was installed for ${agent.title}`,
          fix: [`${install} --force`],
        }
      : {
          code: 'agent_part_outdated',
          severity: 'warning',
          subjects,
          message: isChanged
            ? `${file.path} differs from what varve writes for ${agent.title}: it is older, or was changed by hand`
            : `${file.path} has what an older varve put there for ${agent.title}`,
          fix: [install],
        },
  ]
}

function isFile({ kind }: Piece): boolean {
  return kind === 'file'
}

/** The command that puts there again what was there. */
export function installCommand({ agent, scope, parts }: Pick<Owner, 'agent' | 'scope' | 'parts'>): string {
  return `varve install ${agent} --scope ${scope} --only ${parts.join(',')}`
}

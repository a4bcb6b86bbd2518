import { recordHeader, VarveError } from '@varve/core'
import { type Agent, type Machine, type Part, SCOPES, type Scope } from '../agents/agent.ts'
import { applyAgentPlan } from '../agents/apply-agent-plan.ts'
import { findHostText } from '../agents/host-files/read-host-file.ts'
import { planInstall } from '../agents/plan-install.ts'
import { backupPath, hashOf, readInstalls } from '../agents/record/install-record.ts'
import { chooseAgents } from './agents/choose-agents.ts'
import { chooseParts } from './agents/choose-parts.ts'
import { installStatus } from './agents/install-status.ts'
import { npxWarnings } from './agents/npx-warnings.ts'
import { outcomeOf, recordChanges, renderChanges, renderPatch } from './agents/render-changes.ts'
import { choice, flag, list, optionalPositional } from './field.ts'
import { defineOperation, type OperationResult } from './operation.ts'

/** `varve install`: tells an agent of the memory, in its own files, and can be taken back to the byte. */
export const install = defineOperation({
  name: 'install',
  summary: 'Make an agent use the memory',
  effect: 'writes',
  standsAlone: true,
  fields: {
    agent: optionalPositional(
      'claude-code, codex, cursor, gemini-cli, opencode, or all that are here; git: a hook after merges',
      'agent',
    ),
    scope: choice(
      'For you everywhere (user), for all in this project, or for you in this project (local)',
      SCOPES,
    ),
    with: list('More than hooks, mcp and skill: instructions, prompt; with commas, or given again', {
      value: 'parts',
    }),
    only: list('Just these parts', { value: 'parts' }),
    dryRun: flag('Show what would be written, as a patch, and write nothing'),
    force: flag('Put ours in the place of a file that somebody else wrote or changed; a copy is kept'),
    status: flag('Say what is installed where, and whether it works'),
  },
  examples: ['varve install claude-code', 'varve install codex --scope project --dry-run'],
  async run({ agent, scope: typed, with: more, only, dryRun, force, status }, context) {
    const { machine } = context
    const scope = typed ?? 'user'
    if (agent === 'git') {
      const { installGitHook } = await import('./git-hook/run-git-install.ts')
      const others = typed !== undefined || more.length + only.length > 0
      return installGitHook(context, { dryRun, force, status, others })
    }
    if (status) return installStatus(agent, machine)
    const agents = chooseAgents('install', agent, machine)
    const parts = chooseParts({ more, only }, machine)
    for (const each of agents) refuseMisfit(each, { scope, parts, force }, machine)
    const installs = readInstalls(machine.varveHome)
    const plan = planInstall({ agents, scope, parts, force }, machine, installs)
    if (!dryRun) applyAgentPlan(plan, machine.varveHome)
    const shown = plan.changes.map((change) => ({ path: change.path, outcome: outcomeOf(change) }))
    return render({
      agents,
      scope,
      parts,
      dryRun,
      shown,
      patch: dryRun ? renderPatch(plan.changes) : '',
      copies: plan.copies.map((text) => backupPath(machine.varveHome, hashOf(text))),
      warnings: parts.includes('hooks') ? npxWarnings(machine) : [],
    })
  },
})

interface Choice {
  readonly scope: Scope
  readonly parts: readonly Part[]
  readonly force: boolean
}

function refuseMisfit(agent: Agent, { scope, parts, force }: Choice, machine: Machine): void {
  if (!agent.scopes.includes(scope)) {
    throw new VarveError(
      'invalid_value',
      `${agent.title} has no scope ${scope}: ${agent.scopes.join(', ')}`,
      {
        fix: [`varve install ${agent.name} --scope ${agent.scopes[0] ?? 'user'}`],
      },
    )
  }
  const plugin = agent.checkHost?.(machine, findHostText).find(({ code }) => code === 'agent_plugin_enabled')
  if (plugin !== undefined && parts.includes('hooks') && !force) {
    throw new VarveError(
      'host_file_conflict',
      `${plugin.message}; installed beside it, they would run twice`,
      {
        subjects: [agent.name],
        fix: [`varve install ${agent.name} --only skill`, `varve install ${agent.name} --force`],
      },
    )
  }
}

interface Outcome {
  readonly agents: readonly Agent[]
  readonly scope: Scope
  readonly parts: readonly Part[]
  readonly dryRun: boolean
  readonly shown: Parameters<typeof renderChanges>[0]
  readonly patch: string
  readonly copies: readonly string[]
  readonly warnings: readonly string[]
}

function render({ agents, scope, parts, dryRun, shown, patch, copies, warnings }: Outcome): OperationResult {
  const names = agents.map(({ name }) => name)
  const titles = agents.map(({ title }) => title).join(', ')
  const next = [...new Set([...warnings, ...agents.flatMap((agent) => agent.next(parts))])]
  const head = `${dryRun ? 'Would install' : 'Installed'} in ${titles} (${scope}): ${parts.join(', ')}`
  const back = `varve uninstall ${names.length === 1 ? names[0] : 'all'}${scope === 'user' ? '' : ` --scope ${scope}`}`
  return {
    json: {
      agents: names,
      scope,
      parts,
      dry_run: dryRun,
      files: shown,
      copies,
      next,
      ...(dryRun && { patch }),
    },
    human: [
      head,
      ...renderChanges(shown),
      ...(dryRun
        ? ['', patch.trimEnd()]
        : [
            ...copies.map((path) => `What differed from what varve writes is kept in ${path}`),
            ...next,
            `${back} takes it back`,
          ]),
      '',
    ].join('\n'),
    records: `${[
      recordHeader('install', { agents: names.join(','), scope, parts: parts.join(','), dry_run: dryRun }),
      ...recordChanges(shown),
    ].join('\n')}\n`,
  }
}

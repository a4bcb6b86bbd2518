import { recordHeader } from '@varve/core'
import { SCOPES } from '../agents/agent.ts'
import { applyAgentPlan } from '../agents/apply-agent-plan.ts'
import { planUninstall } from '../agents/plan-uninstall.ts'
import { backupPath, hashOf, readInstalls } from '../agents/record/install-record.ts'
import { chooseAgents } from './agents/choose-agents.ts'
import { recordChanges, renderChanges, renderPatch } from './agents/render-changes.ts'
import { choice, flag, optionalPositional } from './field.ts'
import { defineOperation } from './operation.ts'

/** `varve uninstall`: takes out what `varve install` put in; the memory stays. */
export const uninstall = defineOperation({
  name: 'uninstall',
  summary: 'Make an agent forget about the memory, which stays',
  effect: 'writes',
  standsAlone: true,
  fields: {
    agent: optionalPositional('claude-code, codex, cursor, gemini-cli, opencode or all; or git', 'agent'),
    scope: choice('Only there (default: for you everywhere, and in this project)', SCOPES),
    dryRun: flag('Show what would be written, as a patch, and write nothing'),
  },
  examples: ['varve uninstall claude-code', 'varve uninstall all --dry-run'],
  async run({ agent, scope, dryRun }, context) {
    if (agent === 'git')
      return (await import('./git-hook/run-git-install.ts')).uninstallGitHook(context, dryRun)
    const { machine } = context
    const agents = chooseAgents('uninstall', agent, machine)
    const plan = planUninstall({ agents, scope }, machine, readInstalls(machine.varveHome))
    if (!dryRun) applyAgentPlan(plan, machine.varveHome)
    const shown = plan.changes.map(({ path, outcome }) => ({ path, outcome }))
    const copies = plan.backups.map((text) => backupPath(machine.varveHome, hashOf(text)))
    const patch = dryRun ? renderPatch(plan.changes) : ''
    const names = agents.map(({ name }) => name)
    const titles = agents.map(({ title }) => title).join(', ')
    const did = dryRun ? 'Would take varve out of' : 'Took varve out of'
    const memory = context.place.home
    return {
      json: { agents: names, dry_run: dryRun, files: shown, copies, memory, ...(dryRun && { patch }) },
      human: [
        shown.length === 0 ? `Nothing of varve is installed in ${titles}` : `${did} ${titles}`,
        ...renderChanges(shown),
        ...(dryRun
          ? ['', patch.trimEnd()]
          : copies.map((path) => `What differed from what varve writes is kept in ${path}`)),
        `The memory stays in ${memory}`,
        '',
      ].join('\n'),
      records: `${[
        recordHeader('uninstall', { agents: names.join(','), dry_run: dryRun }),
        ...recordChanges(shown),
      ].join('\n')}\n`,
    }
  },
})

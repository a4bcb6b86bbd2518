import { recordHeader, recordLine, VarveError } from '@varve/core'
import { type AgentPlan, applyAgentPlan } from '../../agents/apply-agent-plan.ts'
import { backupPath, hashOf } from '../../agents/record/install-record.ts'
import { npxWarnings } from '../agents/npx-warnings.ts'
import { outcomeOf, recordChanges, renderChanges, renderPatch } from '../agents/render-changes.ts'
import type { OperationContext } from '../context.ts'
import type { OperationResult } from '../operation.ts'
import { hasGitHook, planGitHook, planGitHookRemoval } from './git-hook.ts'

/** The word beside the names of agents. */
export const GIT = 'git'

/** Puts a hook into git that looks after each merge what the project no longer bears out. */
export function installGitHook(
  context: OperationContext,
  { dryRun, force, status, others }: Readonly<Record<'dryRun' | 'force' | 'status' | 'others', boolean>>,
): OperationResult {
  if (others) {
    throw new VarveError('usage', 'git has one hook to install, in this repository', {
      fix: ['varve install git'],
    })
  }
  if (status) return statusOf(context)
  const { varveHome } = context.machine
  const plan = planGitHook(context, force)
  if (!dryRun) applyAgentPlan(plan, varveHome)
  const next = npxWarnings(context.machine)
  return told(plan.changes, dryRun, {
    command: 'install',
    json: { agents: [GIT], scope: 'local', parts: ['hooks'], copies: copiesOf(plan.copies, varveHome), next },
    head: `${dryRun ? 'Would install' : 'Installed'} in git: entries that a merge made untrue are marked, and wait in varve review`,
    tail: [...next, 'varve uninstall git takes it back'],
  })
}

/** Takes it out again. */
export function uninstallGitHook(context: OperationContext, dryRun: boolean): OperationResult {
  const { varveHome } = context.machine
  const plan = planGitHookRemoval(context)
  const { changes } = plan
  if (!dryRun) applyAgentPlan(plan, varveHome)
  const did = dryRun ? 'Would take varve out of git' : 'Took varve out of git'
  return told(changes, dryRun, {
    command: 'uninstall',
    json: { agents: [GIT], copies: copiesOf(plan.backups, varveHome), memory: context.place.home },
    head: changes.length === 0 ? 'Nothing of varve is installed in git' : did,
    tail: [`The memory stays in ${context.place.home}`],
  })
}

/** Where the texts are kept that lie nowhere else now. */
function copiesOf(texts: readonly string[], varveHome: string): readonly string[] {
  return texts.map((text) => backupPath(varveHome, hashOf(text)))
}

interface Telling {
  readonly command: string
  readonly json: object
  readonly head: string
  readonly tail: readonly string[]
}

function told(
  changes: AgentPlan['changes'],
  dryRun: boolean,
  { command, json, head, tail }: Telling,
): OperationResult {
  const files = changes.map((change) => ({ path: change.path, outcome: outcomeOf(change) }))
  const patch = dryRun ? renderPatch(changes) : ''
  return {
    json: { ...json, dry_run: dryRun, files, ...(dryRun && { patch }) },
    human: [head, ...renderChanges(files), ...(dryRun ? ['', patch.trimEnd()] : tail), ''].join('\n'),
    records: `${[recordHeader(command, { agents: GIT, dry_run: dryRun }), ...recordChanges(files)].join('\n')}\n`,
  }
}

function statusOf(context: OperationContext): OperationResult {
  const isThere = hasGitHook(context)
  return {
    json: {
      agents: [
        {
          agent: GIT,
          present: true,
          installed: isThere ? [{ scope: 'local', parts: ['hooks'], files: [] }] : [],
        },
      ],
      issues: [],
    },
    human: `git          ${isThere ? 'local: hooks' : 'not installed'}\n`,
    records: `${[
      recordHeader('install.status', { issues: 0 }),
      recordLine('D', ['agent', GIT], { present: true, installed: isThere ? 'local:hooks' : '' }),
    ].join('\n')}\n`,
  }
}

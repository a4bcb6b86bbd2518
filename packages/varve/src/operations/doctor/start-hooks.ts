import { spawnSync } from 'node:child_process'
import type { Issue } from '@varve/core'
import type { Machine, Piece } from '../../agents/agent.ts'
import type { Installation } from '../../agents/check-agents.ts'
import { launcherPath } from '../../agents/launcher.ts'
import { eachOnce, piecesOf } from '../../agents/plan-install.ts'

/** Longer than any agent's patience is worth. */
const TIMEOUT_MS = 5000

/**
 * Starts each hook as its agent would: by the same shell, in the project, with what the agent hands over. With
 * `VARVE_DISABLE` it reads that and does nothing, so that looking changes nothing.
 */
export function startHooks(installations: readonly Installation[], machine: Machine): readonly Issue[] {
  const hooked = installations.filter(({ parts }) => parts.includes('hooks'))
  return hooked.flatMap(({ agent, scope, parts }) => {
    const commands = eachOnce(
      piecesOf(agent, scope, machine).filter((piece) => parts.includes(piece.part)),
    ).flatMap((piece) => commandOf(piece, machine) ?? [])
    return [...new Set(commands)].flatMap(
      (command) => startOne(command, agent.name, agent.title, machine) ?? [],
    )
  })
}

function commandOf(piece: Piece, machine: Machine): string | undefined {
  // A plugin of code starts the launcher by itself.
  if (piece.kind === 'file' && piece.path === launcherPath(machine)) {
    return machine.platform === 'win32' ? undefined : `"${piece.path}" session-start --agent opencode`
  }
  if (piece.kind !== 'hook') return undefined
  const { hooks } = piece.item
  const handler = Array.isArray(hooks) ? hooks[0] : piece.item
  if (typeof handler !== 'object' || handler === null || !('command' in handler) || 'args' in handler)
    return undefined
  return typeof handler.command === 'string' ? handler.command : undefined
}

function startOne(command: string, name: string, title: string, machine: Machine): Issue | undefined {
  const { status, stdout, stderr, error } = spawnSync(command, {
    shell: true,
    cwd: machine.projectTop,
    env: { ...machine.env, VARVE_DISABLE: '1', VARVE_DEBUG: '0' },
    input: JSON.stringify({ session_id: 'doctor', cwd: machine.projectTop }),
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  })
  const isSilent = stdout === '' || stdout === '{}\n'
  if (error === undefined && status === 0 && isSilent && stderr === '') return undefined
  const why =
    error !== undefined
      ? error.message
      : status !== 0
        ? `it ended with ${status}`
        : `it printed ${JSON.stringify((stdout + stderr).slice(0, 120))}`
  return {
    code: 'agent_hook_fails',
    severity: 'error',
    subjects: [name, command],
    message: `a hook of ${title}, started as it would start it, fails: ${why}`,
    fix: [`varve install ${name}`],
  }
}

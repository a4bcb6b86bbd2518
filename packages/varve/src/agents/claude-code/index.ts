import { join } from 'node:path'
import type { Agent, HookPiece, Machine, Part, Piece, Scope } from '../agent.ts'
import { hookCommand, launcherPath } from '../launcher.ts'
import { MCP_COMMAND, MCP_WORDS } from '../mcp-entry.ts'
import { manifestFile, PLUGIN_DESCRIPTION, PLUGIN_MANIFEST, skillFile } from '../plugin-files.ts'
import { PLUGIN_HOOK } from '../plugin-hook.ts'
import { guidePiece, importPiece } from '../texts/instructions.ts'
import { skillPiece } from '../texts/skill.ts'
import { checkClaudeCode } from './check-claude-code.ts'
import { settingsPath } from './settings-path.ts'

/** Their event, ours, and the part that it belongs to. */
const CLAUDE_CODE_EVENTS: readonly (readonly [string, string, Part])[] = [
  ['SessionStart', 'session-start', 'hooks'],
  ['PreCompact', 'pre-compact', 'hooks'],
  ['Stop', 'turn-end', 'hooks'],
  ['SessionEnd', 'session-end', 'hooks'],
  ['UserPromptSubmit', 'prompt', 'prompt'],
]

const TIMEOUT_SECONDS = 5

export const claudeCode: Agent = {
  name: 'claude-code',
  title: 'Claude Code',
  scopes: ['user', 'project', 'local'],
  binary: 'claude',
  configFolder,
  listPieces: (machine, scope) => [
    ...hookPieces(machine, scope),
    mcpPiece(machine, scope),
    ...(scope === 'local' ? [] : [skillPiece(join(folderOf(machine, scope), 'skills'))]),
    ...instructionPieces(machine, scope),
  ],
  plugin: [
    manifestFile('.claude-plugin/plugin.json', { ...PLUGIN_MANIFEST, author: { name: 'Varve' } }),
    // A folder is a marketplace of the one plugin in it.
    manifestFile('.claude-plugin/marketplace.json', {
      name: 'varve',
      owner: { name: 'Varve' },
      plugins: [{ name: 'varve', source: './', description: PLUGIN_DESCRIPTION }],
    }),
    skillFile(),
    manifestFile('hooks/hooks.json', { hooks: pluginHooks() }),
    PLUGIN_HOOK,
  ],
  next: () => [],
  checkHost: checkClaudeCode,
}

/** In words, for no shell to read; started by the Node that is on the path. */
function pluginHooks(): object {
  const usual = CLAUDE_CODE_EVENTS.filter(([, , part]) => part === 'hooks')
  return Object.fromEntries(
    usual.map(([theirs, ours]) => {
      const args = [`\${CLAUDE_PLUGIN_ROOT}/${PLUGIN_HOOK.path}`, ours, '--agent', 'claude-code']
      return [theirs, [{ hooks: [{ type: 'command', command: 'node', args, timeout: TIMEOUT_SECONDS }] }]]
    }),
  )
}

function configFolder({ env, userHome }: Machine): string {
  return env.CLAUDE_CONFIG_DIR || join(userHome, '.claude')
}

function folderOf(machine: Machine, scope: Scope): string {
  return scope === 'user' ? configFolder(machine) : join(machine.projectTop, '.claude')
}

function hookPieces(machine: Machine, scope: Scope): readonly HookPiece[] {
  const path = settingsPath(folderOf(machine, scope), scope)
  return CLAUDE_CODE_EVENTS.map(([theirs, ours, part]) => ({
    kind: 'hook',
    part,
    path,
    at: ['hooks', theirs],
    item: { hooks: [handler(machine, scope, ours)] },
  }))
}

/** On Windows in words, for no shell to read; elsewhere as one line of a shell. */
function handler(machine: Machine, scope: Scope, event: string): HookPiece['item'] {
  if (machine.platform === 'win32' && scope !== 'project') {
    const args = [launcherPath(machine), event, '--agent', 'claude-code']
    return { type: 'command', command: 'node', args, timeout: TIMEOUT_SECONDS }
  }
  return {
    type: 'command',
    command: hookCommand(machine, scope, event, 'claude-code'),
    timeout: TIMEOUT_SECONDS,
  }
}

function mcpPiece({ env, userHome, projectTop }: Machine, scope: Scope): Piece {
  const value = { command: MCP_COMMAND, args: MCP_WORDS }
  const common = { kind: 'member', part: 'mcp', value } as const
  const own = join(env.CLAUDE_CONFIG_DIR || userHome, '.claude.json')
  if (scope === 'user') return { ...common, path: own, at: ['mcpServers', 'varve'] }
  if (scope === 'local') return { ...common, path: own, at: ['projects', projectTop, 'mcpServers', 'varve'] }
  return { ...common, path: join(projectTop, '.mcp.json'), at: ['mcpServers', 'varve'] }
}

/** Claude Code reads CLAUDE.md; in a project, what all agents read stands in AGENTS.md. */
function instructionPieces(machine: Machine, scope: Scope): readonly Piece[] {
  if (scope === 'user') return [guidePiece(join(configFolder(machine), 'CLAUDE.md'))]
  if (scope === 'local') return [guidePiece(join(machine.projectTop, 'CLAUDE.local.md'))]
  return [
    guidePiece(join(machine.projectTop, 'AGENTS.md')),
    importPiece(join(machine.projectTop, 'CLAUDE.md')),
  ]
}

import { join } from 'node:path'
import type { Agent, HookPiece, Machine, Part, Piece, Scope } from '../agent.ts'
import { hookCommand } from '../launcher.ts'
import { MCP_COMMAND, MCP_WORDS } from '../mcp-entry.ts'
import { manifestFile, PLUGIN_MANIFEST, skillFile } from '../plugin-files.ts'
import { guidePiece } from '../texts/instructions.ts'
import { skillPiece } from '../texts/skill.ts'

/** Their event, ours, the part, and when it fires. */
const EVENTS: readonly (readonly [string, string, Part, string?])[] = [
  ['SessionStart', 'session-start', 'hooks', 'startup|resume|clear|compact'],
  ['PreCompact', 'pre-compact', 'hooks'],
  ['Stop', 'turn-end', 'hooks'],
  ['UserPromptSubmit', 'prompt', 'prompt'],
]

const TIMEOUT_SECONDS = 5

export const codex: Agent = {
  name: 'codex',
  title: 'Codex',
  scopes: ['user', 'project'],
  binary: 'codex',
  configFolder,
  listPieces: (machine, scope) => [
    ...hookPieces(machine, scope),
    mcpPiece(join(folderOf(machine, scope), 'config.toml')),
    skillPiece(join(scope === 'user' ? machine.userHome : machine.projectTop, '.agents', 'skills')),
    guidePiece(join(scope === 'user' ? configFolder(machine) : machine.projectTop, 'AGENTS.md')),
  ],
  plugin: [
    manifestFile('.codex-plugin/plugin.json', { ...PLUGIN_MANIFEST, skills: './skills/' }),
    skillFile(),
  ],
  next: (parts) =>
    parts.includes('hooks')
      ? ['Codex runs a hook only after you trust it: open Codex, enter /hooks, trust those of varve.']
      : [],
}

function configFolder({ env, userHome }: Machine): string {
  return env.CODEX_HOME || join(userHome, '.codex')
}

function folderOf(machine: Machine, scope: Scope): string {
  return scope === 'user' ? configFolder(machine) : join(machine.projectTop, '.codex')
}

function hookPieces(machine: Machine, scope: Scope): readonly HookPiece[] {
  return EVENTS.map(([theirs, ours, part, matcher]) => ({
    kind: 'hook',
    part,
    path: join(folderOf(machine, scope), 'hooks.json'),
    at: ['hooks', theirs],
    item: {
      ...(matcher !== undefined && { matcher }),
      hooks: [
        { type: 'command', command: hookCommand(machine, scope, ours, 'codex'), timeout: TIMEOUT_SECONDS },
      ],
    },
  }))
}

/** Between marks: there is no need to write the rest of the file anew, and so none to read its comments. */
function mcpPiece(path: string): Piece {
  return {
    kind: 'block',
    part: 'mcp',
    path,
    marks: { opens: '# >>> varve >>>', closes: '# <<< varve <<<', tomlTable: ['mcp_servers', 'varve'] },
    text: `[mcp_servers.varve]\ncommand = ${JSON.stringify(MCP_COMMAND)}\nargs = ${JSON.stringify(MCP_WORDS)}`,
  }
}

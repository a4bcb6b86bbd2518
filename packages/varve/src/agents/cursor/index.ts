import { join } from 'node:path'
import type { Agent, FilePiece, HookPiece, Machine, Part, Piece, Scope } from '../agent.ts'
import { hookCommand } from '../launcher.ts'
import { MCP_COMMAND, MCP_WORDS } from '../mcp-entry.ts'
import { manifestFile, PLUGIN_MANIFEST, skillFile } from '../plugin-files.ts'
import { GUIDE_TEXT } from '../texts/instructions.ts'
import { COMMAND_PROMPT, skillPiece } from '../texts/skill.ts'

/**
 * Their event, ours, and the part that it belongs to. Cursor writes no transcript that others may read: what a
 * session says is what these are told. Of two for one event the later is for those who want it.
 */
const EVENTS: readonly (readonly [string, string, Part])[] = [
  ['sessionStart', 'session-start', 'hooks'],
  ['beforeSubmitPrompt', 'tool', 'hooks'],
  ['afterAgentResponse', 'turn-end', 'hooks'],
  ['afterShellExecution', 'tool', 'hooks'],
  ['afterFileEdit', 'tool', 'hooks'],
  ['preCompact', 'pre-compact', 'hooks'],
  ['stop', 'turn-end', 'hooks'],
  ['sessionEnd', 'session-end', 'hooks'],
  ['beforeSubmitPrompt', 'prompt', 'prompt'],
]

/** On Windows each hook starts a PowerShell and costs a second: there only what is needed. */
const NEEDED: ReadonlySet<string> = new Set(['sessionStart', 'stop', 'sessionEnd'])

const TIMEOUT_SECONDS = 10

const COMMAND_SIGNATURE = '<!-- varve:command v1 -->'
const COMMAND_TEXT = `${COMMAND_PROMPT}\n\n${COMMAND_SIGNATURE}\n`

export const cursor: Agent = {
  name: 'cursor',
  title: 'Cursor',
  scopes: ['user', 'project'],
  binary: 'cursor',
  configFolder: ({ userHome }) => join(userHome, '.cursor'),
  listPieces: (machine, scope) => {
    const folder = join(scope === 'user' ? machine.userHome : machine.projectTop, '.cursor')
    return [
      ...hookPieces(machine, scope, join(folder, 'hooks.json')),
      {
        kind: 'member',
        part: 'mcp',
        path: join(folder, 'mcp.json'),
        at: ['mcpServers', 'varve'],
        value: { command: MCP_COMMAND, args: MCP_WORDS },
      },
      skillPiece(join(folder, 'skills')),
      commandPiece(join(folder, 'commands', 'varve.md')),
      ...(scope === 'user' ? [] : [rulePiece(join(folder, 'rules', 'varve.mdc'))]),
    ]
  },
  plugin: [
    manifestFile('.cursor-plugin/plugin.json', {
      ...PLUGIN_MANIFEST,
      skills: './skills/',
      commands: './commands/',
    }),
    skillFile(),
    { path: 'commands/varve.md', text: COMMAND_TEXT },
  ],
  next: (parts) =>
    parts.includes('hooks') ? ['Cursor runs the hook of a session start in new chats only.'] : [],
}

function hookPieces(machine: Machine, scope: Scope, path: string): readonly Piece[] {
  const events = machine.platform === 'win32' ? EVENTS.filter(([theirs]) => NEEDED.has(theirs)) : EVENTS
  const hooks = events.map(
    ([theirs, ours, part]): HookPiece => ({
      kind: 'hook',
      part,
      path,
      at: ['hooks', theirs],
      item: { command: hookCommand(machine, scope, ours, 'cursor'), timeout: TIMEOUT_SECONDS },
    }),
  )
  return [{ kind: 'default', part: 'hooks', path, at: ['version'], value: 1 }, ...hooks]
}

const RULE_SIGNATURE = 'description: The memory of this project, kept by varve'

function commandPiece(path: string): FilePiece {
  return { kind: 'file', part: 'skill', path, text: COMMAND_TEXT, signature: COMMAND_SIGNATURE }
}

function rulePiece(path: string): FilePiece {
  const text = `---\n${RULE_SIGNATURE}\nalwaysApply: true\n---\n\n${GUIDE_TEXT}\n`
  return { kind: 'file', part: 'instructions', path, text, signature: RULE_SIGNATURE }
}

import { join } from 'node:path'
import type { Agent, FilePiece, HookPiece, Machine, Part, Scope } from '../agent.ts'
import { hookCommand } from '../launcher.ts'
import { MCP_COMMAND, MCP_WORDS } from '../mcp-entry.ts'
import { manifestFile, PLUGIN_MANIFEST, skillFile } from '../plugin-files.ts'
import { PLUGIN_HOOK } from '../plugin-hook.ts'
import { guidePiece } from '../texts/instructions.ts'
import { COMMAND_DESCRIPTION, COMMAND_PROMPT, skillPiece } from '../texts/skill.ts'
import { checkGeminiCli } from './check-gemini-cli.ts'

/** Their event, ours, and the part that it belongs to. */
const GEMINI_CLI_EVENTS: readonly (readonly [string, string, Part])[] = [
  ['SessionStart', 'session-start', 'hooks'],
  ['AfterAgent', 'turn-end', 'hooks'],
  ['PreCompress', 'pre-compact', 'hooks'],
  ['SessionEnd', 'session-end', 'hooks'],
  ['BeforeAgent', 'prompt', 'prompt'],
]

const TIMEOUT_MS = 5000

/** `{{args}}` is what the user typed behind the command. */
const GEMINI_COMMAND_TEXT = `# varve:command v1
description = ${JSON.stringify(COMMAND_DESCRIPTION)}
prompt = ${JSON.stringify(`${COMMAND_PROMPT}\n\n{{args}}`)}
`

export const geminiCli: Agent = {
  name: 'gemini-cli',
  title: 'Gemini CLI',
  scopes: ['user', 'project'],
  binary: 'gemini',
  configFolder: ({ userHome }) => join(userHome, '.gemini'),
  listPieces: (machine, scope) => {
    const above = scope === 'user' ? machine.userHome : machine.projectTop
    const folder = join(above, '.gemini')
    const settings = join(folder, 'settings.json')
    return [
      ...hookPieces(machine, scope, settings),
      {
        kind: 'member',
        part: 'mcp',
        path: settings,
        at: ['mcpServers', 'varve'],
        value: { command: MCP_COMMAND, args: MCP_WORDS, timeout: TIMEOUT_MS },
      },
      // Gemini CLI reads the folder that agents share before its own.
      skillPiece(join(above, '.agents', 'skills')),
      commandPiece(join(folder, 'commands', 'varve.toml')),
      guidePiece(scope === 'user' ? join(folder, 'GEMINI.md') : join(above, 'GEMINI.md')),
    ]
  },
  plugin: [
    manifestFile('gemini-extension.json', {
      name: PLUGIN_MANIFEST.name,
      version: PLUGIN_MANIFEST.version,
      description: PLUGIN_MANIFEST.description,
    }),
    skillFile(),
    manifestFile('hooks/hooks.json', { hooks: extensionHooks() }),
    PLUGIN_HOOK,
    { path: 'commands/varve.toml', text: GEMINI_COMMAND_TEXT },
  ],
  next: (parts) =>
    parts.includes('hooks') ? ['Gemini CLI asks once before it runs the hooks of a project.'] : [],
  checkHost: checkGeminiCli,
}

function extensionHooks(): object {
  const usual = GEMINI_CLI_EVENTS.filter(([, , part]) => part === 'hooks')
  return Object.fromEntries(
    usual.map(([theirs, ours]) => {
      const command = `node "\${extensionPath}/${PLUGIN_HOOK.path}" ${ours} --agent gemini-cli`
      return [theirs, [{ hooks: [{ name: `varve-${ours}`, type: 'command', command, timeout: TIMEOUT_MS }] }]]
    }),
  )
}

function hookPieces(machine: Machine, scope: Scope, path: string): readonly HookPiece[] {
  return GEMINI_CLI_EVENTS.map(([theirs, ours, part]) => ({
    kind: 'hook',
    part,
    path,
    at: ['hooks', theirs],
    item: {
      hooks: [
        {
          name: `varve-${ours}`,
          type: 'command',
          command: hookCommand(machine, scope, ours, 'gemini-cli'),
          timeout: TIMEOUT_MS,
        },
      ],
    },
  }))
}

function commandPiece(path: string): FilePiece {
  return { kind: 'file', part: 'skill', path, text: GEMINI_COMMAND_TEXT, signature: '# varve:command v1' }
}

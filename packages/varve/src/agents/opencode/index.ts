import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Agent, FilePiece, Machine, Scope } from '../agent.ts'
import { MCP_COMMAND, MCP_WORDS } from '../mcp-entry.ts'
import { skillFile } from '../plugin-files.ts'
import { guidePiece } from '../texts/instructions.ts'
import { skillPiece } from '../texts/skill.ts'
import { PLUGIN_SIGNATURE, pluginText } from './plugin-text.ts'

export const opencode: Agent = {
  name: 'opencode',
  title: 'opencode',
  scopes: ['user', 'project'],
  binary: 'opencode',
  configFolder,
  listPieces: (machine, scope) => {
    const folder = scope === 'user' ? configFolder(machine) : machine.projectTop
    return [
      pluginPiece(machine, scope),
      {
        kind: 'member',
        part: 'mcp',
        path: configPath(folder),
        at: ['mcp', 'varve'],
        value: { type: 'local', command: [MCP_COMMAND, ...MCP_WORDS], enabled: true, timeout: 5000 },
      },
      skillPiece(join(scope === 'user' ? machine.userHome : machine.projectTop, '.agents', 'skills')),
      guidePiece(join(folder, 'AGENTS.md')),
    ]
  },
  plugin: [skillFile()],
  next: () => [],
}

function configFolder({ env, userHome }: Machine): string {
  return join(env.XDG_CONFIG_HOME || join(userHome, '.config'), 'opencode')
}

/** It reads both names; the one that is there is the one to edit. */
function configPath(folder: string): string {
  const jsonc = join(folder, 'opencode.jsonc')
  return existsSync(jsonc) ? jsonc : join(folder, 'opencode.json')
}

function pluginPiece(machine: Machine, scope: Scope): FilePiece {
  const folder = scope === 'user' ? configFolder(machine) : join(machine.projectTop, '.opencode')
  return {
    kind: 'file',
    part: 'hooks',
    path: join(folder, 'plugins', 'varve.js'),
    text: pluginText(machine, scope),
    signature: PLUGIN_SIGNATURE,
  }
}

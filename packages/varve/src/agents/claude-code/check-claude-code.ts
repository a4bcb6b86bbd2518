import { join } from 'node:path'
import type { Issue } from '@varve/core'
import type { Machine } from '../agent.ts'
import { readJsonValue } from '../host-files/read-json-value.ts'
import { settingsPath } from './settings-path.ts'

/** Settings of Claude Code that keep hooks from running, and a plugin that runs them a second time. */
export function checkClaudeCode(
  machine: Machine,
  read: (path: string) => string | undefined,
): readonly Issue[] {
  const user = machine.env.CLAUDE_CONFIG_DIR || join(machine.userHome, '.claude')
  const project = join(machine.projectTop, '.claude')
  const paths = [settingsPath(user, 'user'), settingsPath(project, 'project'), settingsPath(project, 'local')]
  return paths.flatMap((path) => {
    const settings = readJsonValue(read(path))
    const issues: Issue[] = []
    if (settings.disableAllHooks === true) {
      issues.push({
        code: 'agent_hooks_off',
        severity: 'warning',
        subjects: ['claude-code', path],
        message: `Claude Code runs no hooks: ${path} says disableAllHooks`,
        fix: [],
      })
    }
    if (hasPlugin(settings.enabledPlugins)) {
      issues.push({
        code: 'agent_plugin_enabled',
        severity: 'info',
        subjects: ['claude-code', path],
        message: `the plugin varve is enabled in ${path}: it brings the hooks along`,
        fix: [],
      })
    }
    return issues
  })
}

function hasPlugin(plugins: unknown): boolean {
  if (typeof plugins !== 'object' || plugins === null) return false
  return Object.entries(plugins).some(([name, isOn]) => isOn === true && name.startsWith('varve@'))
}

import { join } from 'node:path'
import type { Issue } from '@varve/core'
import type { Machine } from '../agent.ts'
import { readJsonValue } from '../host-files/read-json-value.ts'

/** Settings of Gemini CLI that keep hooks from running. */
export function checkGeminiCli(
  machine: Machine,
  read: (path: string) => string | undefined,
): readonly Issue[] {
  const paths = [machine.userHome, machine.projectTop].map((folder) =>
    join(folder, '.gemini', 'settings.json'),
  )
  return paths.flatMap((path): readonly Issue[] => {
    const { hooksConfig } = readJsonValue(read(path))
    if (typeof hooksConfig !== 'object' || hooksConfig === null) return []
    if (!('enabled' in hooksConfig) || hooksConfig.enabled !== false) return []
    return [
      {
        code: 'agent_hooks_off',
        severity: 'warning',
        subjects: ['gemini-cli', path],
        message: `Gemini CLI runs no hooks: ${path} switches them off`,
        fix: [],
      },
    ]
  })
}

import { VERSION } from '../version.ts'
import type { PluginFile } from './agent.ts'
import { SKILL_NAME, SKILL_TEXT } from './texts/skill.ts'

export const PLUGIN_DESCRIPTION =
  'Lossless memory of your project: search what is known before guessing, keep what was learned, take anything back.'

/** What the manifests of all agents say. */
export const PLUGIN_MANIFEST = {
  name: 'varve',
  version: VERSION,
  description: PLUGIN_DESCRIPTION,
  license: 'MIT',
  keywords: ['memory', 'knowledge', 'learning'],
} as const

export function manifestFile(path: string, value: object): PluginFile {
  return { path, text: `${JSON.stringify(value, undefined, 2)}\n` }
}

export function skillFile(): PluginFile {
  return { path: `skills/${SKILL_NAME}/SKILL.md`, text: SKILL_TEXT }
}

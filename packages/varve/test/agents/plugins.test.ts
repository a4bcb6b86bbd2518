import { expect, test } from 'vitest'
import { AGENTS } from '../../src/agents/agents.ts'
import { SKILL_TEXT } from '../../src/agents/texts/skill.ts'
import { VERSION } from '../../src/version.ts'

test.each(AGENTS)(
  'the plugin of $name has the skill of every install, and a manifest of this version',
  ({ name, plugin }) => {
    const skill = plugin.find(({ path }) => path === 'skills/varve/SKILL.md')
    expect(skill?.text).toBe(SKILL_TEXT)
    const manifests = plugin.filter(({ path }) => /(?:plugin|extension)\.json$/.test(path))
    // opencode knows no manifest: it looks for skills in folders.
    expect(manifests).toHaveLength(name === 'opencode' ? 0 : 1)
    for (const { text } of manifests)
      expect(JSON.parse(text)).toMatchObject({ name: 'varve', version: VERSION })
  },
)

test.each(AGENTS)('every folder that the manifest of $name names is in the plugin', ({ plugin }) => {
  const named = plugin
    .filter(({ path }) => path.endsWith('plugin.json'))
    .flatMap(({ text }) => Object.values(JSON.parse(text)))
    .filter((value): value is string => typeof value === 'string' && value.startsWith('./'))
  for (const folder of named) {
    expect(
      plugin.filter(({ path }) => path.startsWith(folder.slice(2))),
      folder,
    ).not.toEqual([])
  }
})

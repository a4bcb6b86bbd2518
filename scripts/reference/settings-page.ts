import { LIMITS } from '../../packages/varve/src/config/limits.ts'
import { type ListedSetting, listSettings } from '../../packages/varve/src/config/list-settings.ts'
import { code, renderPage, renderTable } from './table.ts'

/** `docs/reference/settings.md`: every key of the configuration files, and which of them do something yet. */
export function renderSettingsPage(): string {
  const settings = listSettings()
  return renderPage('Settings', [
    INTRODUCTION,
    '## In effect',
    renderRows(settings.filter(({ isAhead }) => !isAhead)),
    '## Accepted, without effect',
    `These are read and checked like the others, so that a file can hold them already; nothing acts on them in this version, and \`varve doctor\` says so of each that a file sets (\`setting_not_in_force\`).`,
    renderRows(settings.filter(({ isAhead }) => isAhead)),
  ])
}

const INTRODUCTION = `Two files, both JSON, both optional:

- **project**: \`.varve/config.json\` at the top of the repository. Track it in git; it holds the project's id.
- **user**: \`config.json\` in Varve's own folder (see [environment](environment.md)).

Where both state a key, the project's value holds; lists marked _both_ are joined. A value that isn't allowed is an error that names file, key and range (\`config_invalid\`, exit 3); an unknown key is a warning with the nearest known name. \`varve doctor --config\` checks both files and lists what they state; \`varve doctor --config fidelity\` lists a section, each value with where it came from. Varve never rewrites a file that is there.`

function renderRows(settings: readonly ListedSetting[]): string {
  const rows = settings.map((setting) => [
    code(setting.path),
    setting.standard === undefined ? '–' : code(JSON.stringify(setting.standard)),
    `${setting.allowed}${limitOf(setting.path)}`,
    setting.doc,
    filesOf(setting),
  ])
  return renderTable(['key', 'default', 'allowed', 'what it is', 'file'], rows)
}

function limitOf(path: string): string {
  const limit = LIMITS.find((each) => each.path === path)
  return limit === undefined ? '' : `; ${limit.allowed}`
}

function filesOf({ only, isAdditive }: ListedSetting): string {
  if (only !== undefined) return only
  return isAdditive === true ? 'both' : 'either'
}

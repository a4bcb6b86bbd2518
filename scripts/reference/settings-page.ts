import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '../../packages/varve/src/config/limits.ts'
import { type ListedSetting, listSettings } from '../../packages/varve/src/config/list-settings.ts'
import { OTHER_SECTIONS } from '../../packages/varve/src/config/settings.ts'
import { code, renderPage, renderTable } from './table.ts'

/** `docs/reference/settings.md`: every key of the configuration files, and which of them do something yet. */
export function renderSettingsPage(root: string): string {
  const sources = readSources(root)
  const settings = listSettings()
  const isUsed = ({ path }: ListedSetting): boolean => sources.some((source) => readsSetting(source, path))
  return renderPage('Settings', [
    INTRODUCTION,
    '## In effect',
    renderRows(settings.filter(isUsed)),
    '## Accepted, for what is still ahead',
    `These are read and checked like the others, so that a file can hold them already; nothing acts on them in this version. So are the sections ${OTHER_SECTIONS.map(code).join(', ')}, whatever they hold.`,
    renderRows(settings.filter((setting) => !isUsed(setting))),
  ])
}

const INTRODUCTION = `Two files, both JSON, both optional:

- **project**: \`.varve/config.json\` at the top of the repository. Track it in git; it holds the project's id.
- **user**: \`config.json\` in Varve's own folder (see [environment](environment.md)).

Where both state a key, the project's value holds; lists marked _both_ are joined. A value that isn't allowed is an error that names file, key and range (\`config_invalid\`, exit 3); an unknown key is a warning with the nearest known name. \`varve doctor --config\` checks both files. Varve never rewrites a file that is there.`

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

/** The command's own code but for the table of settings, and what it renders with. */
function readSources(root: string): readonly string[] {
  const folder = join(root, 'packages/varve/src')
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name.endsWith('.ts') && !file.parentPath.endsWith('/config'))
    .map((file) => join(file.parentPath, file.name))
    .sort()
    .map((file) => readFileSync(file, 'utf8'))
}

/**
 * Whether a source reads a setting: its section and its name in one expression, or the name taken out
 * of its section (`const { categories } = config.memory`). A section handed on whole counts for all of it.
 */
function readsSetting(source: string, path: string): boolean {
  const [section = '', ...rest] = path.split('.')
  const name = rest.at(-1) ?? ''
  const parent = [section, ...rest.slice(0, -1)].join('\\.')
  if (new RegExp(`(?:config|settings)\\??\\.${parent}\\.${name}\\b`).test(source)) return true
  if (new RegExp(`\\{[^{}]*\\b${name}\\b[^{}]*\\} = (?:\\w+\\.)*config\\.${parent}\\b(?!\\.)`).test(source))
    return true
  if (section === 'redact') return /createRedactor\(config\.redact\)/.test(source)
  return section === 'project' && new RegExp(`settings\\.${name}\\b`).test(source)
}

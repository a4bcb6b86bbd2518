import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { code, renderPage, renderTable } from './table.ts'

/** What each variable of ours does. */
export const VARIABLES: Readonly<Record<string, string>> = {
  VARVE_HOME:
    'Varve’s own folder: databases, the registry of projects, `config.json`. `~` at its start is expanded; a relative path counts from the working directory. Put it on a local disk: on a network file system locks can’t be relied on.',
  VARVE_PROJECT:
    'The project to work on, as a name of your choice: for places that git doesn’t tell apart, and for scripts. `project.id` in `.varve/config.json` goes before it.',
  VARVE_ACTOR:
    'Who makes the changes, as the journal shows it. Default: `USER`, `USERNAME`, else the name of the account.',
  VARVE_TEAM_URL:
    'The team’s server: `postgresql://user:password@host/database`, or `https://…` with `VARVE_TEAM_TOKEN`. It goes before `team.url` of your own `config.json`, which nobody else may read. For `varve serve --team` it is the gateway’s own login.',
  VARVE_TEAM_TOKEN:
    'What a team’s HTTP server knows you by, from `varve team token add`. It goes before `team.token` of your own `config.json`, which nobody else may read.',
  VARVE_SESSION_ID:
    'The agent session that a command runs in. What is added then is the agent’s word, not a person’s; the same statement counts once a session; entries of that session’s scope are seen.',
  VARVE_DISABLE: '`1`: hooks print and keep nothing.',
  VARVE_SESSION: '`1`: what runs is a model call of Varve’s own: hooks print and keep nothing of it.',
  VARVE_NO_WORKER:
    '`1`: hooks start no process to take in what they left; `varve session sync` does it when it is run.',
  VARVE_VIA: '`hook`: the command runs for a hook, and makes no file in a project that has none.',
  VARVE_HTTP_TOKEN:
    'What clients of `varve mcp --http` must show, of 128 bits or more: 32 hexadecimal digits, or 22 letters and digits. Default: a token of this user’s own in `http-token` in Varve’s own folder, made when it is first needed.',
  VARVE_DEBUG: '`1`: errors are printed with their stack and cause.',
}

/** `docs/reference/environment.md`. */
export function renderEnvironmentPage(): string {
  return renderPage('Environment', [
    'Variables that the command reads. Empty counts as unset.',
    renderTable(
      ['variable', 'meaning'],
      Object.entries(VARIABLES).map(([name, meaning]) => [code(name), meaning]),
    ),
    '## Varve’s own folder',
    `The first of these that applies:

1. \`VARVE_HOME\`
2. \`$XDG_DATA_HOME/varve\`, where that is an absolute path
3. \`%LOCALAPPDATA%\\varve\` on Windows, \`~/.local/share/varve\` elsewhere`,
    '## The editor',
    '`varve edit <id>` opens `VISUAL`, else `EDITOR`, else `vi` (`notepad` on Windows). Either may hold arguments: `code --wait`.',
    '## Git’s variables',
    'Where `GIT_DIR`, `GIT_WORK_TREE`, `GIT_COMMON_DIR` or `GIT_CEILING_DIRECTORIES` is set, git itself is asked where the repository is.',
  ])
}

/** The variables of ours that the packages read, by name. */
export function listReadVariables(root: string): readonly string[] {
  const names = new Set<string>()
  for (const file of readdirSync(join(root, 'packages'), { recursive: true, withFileTypes: true })) {
    const isSource =
      file.isFile() && file.name.endsWith('.ts') && /packages\/[^/]+\/src/.test(file.parentPath)
    if (!isSource) continue
    const text = readFileSync(join(file.parentPath, file.name), 'utf8')
    for (const [, name = ''] of text.matchAll(/env(?:\.|\[')(VARVE_[A-Z_]+)/g)) names.add(name)
  }
  return [...names].sort()
}

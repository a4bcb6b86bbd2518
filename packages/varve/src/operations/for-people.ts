/** What sets a machine up, erases for good, or serves until it is interrupted: for a person at a terminal. */
export const FOR_PEOPLE: ReadonlySet<string> = new Set([
  'mcp',
  'ui',
  'fit proxy',
  'install',
  'uninstall',
  'demo',
  'init',
  'purge',
  'session prune',
  'team create',
  'team member',
  'team token',
  'serve',
])

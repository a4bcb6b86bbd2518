const UNCATEGORISED = 'uncategorised'

/** Words of headings and file names, and the category they speak for. The first match of a heading counts. */
const WORDS: readonly (readonly [category: string, words: readonly string[]])[] = [
  ['decisions', ['decision', 'decisions', 'adr', 'rationale', 'why', 'trade-offs', 'tradeoffs']],
  [
    'operations',
    [
      'test',
      'tests',
      'testing',
      'build',
      'building',
      'deploy',
      'deployment',
      'run',
      'running',
      'command',
      'commands',
      'setup',
      'install',
      'installation',
      'release',
      'releases',
      'ci',
      'workflow',
      'workflows',
      'development',
      'debugging',
      'troubleshooting',
      'operations',
      'environment',
      'tooling',
      'task',
      'tasks',
    ],
  ],
  [
    'conventions',
    [
      'style',
      'styles',
      'convention',
      'conventions',
      'naming',
      'guideline',
      'guidelines',
      'standards',
      'rule',
      'rules',
      'practices',
      'formatting',
      'principles',
      'lint',
      'linting',
      'patterns',
    ],
  ],
  [
    'architecture',
    [
      'architecture',
      'structure',
      'design',
      'overview',
      'layout',
      'components',
      'modules',
      'stack',
      'technologies',
      'packages',
      'system',
      'systempatterns',
      'techcontext',
      'data',
      'schema',
      'model',
      'models',
      'api',
    ],
  ],
]

const BY_WORD: ReadonlyMap<string, string> = new Map(
  WORDS.flatMap(([category, words]) => words.map((word) => [word, category] as const)),
)

/** The category that the nearest telling heading or name speaks for. Nearest first. */
export function guessCategory(names: readonly string[]): string {
  for (const name of names) {
    for (const word of wordsOf(name)) {
      const category = BY_WORD.get(word)
      if (category !== undefined) return category
    }
  }
  return UNCATEGORISED
}

function wordsOf(name: string): readonly string[] {
  const apart = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return [name.toLowerCase(), ...apart.split(/[^a-z-]+/), ...apart.split(/[^a-z]+/)]
}

import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

export interface Requirement {
  readonly id: string
  readonly source: string
  readonly behaviour: string
}

/** An id cited by a test, and the file it is in. */
export interface Citation {
  readonly id: string
  readonly file: string
}

const TEST_FOLDERS = ['packages', 'test', 'integrations'] as const
const ID = '(?:LS|QP|MG|SL|LK|CAM|INV|AC|AG|BR|RS)-\\d{2,3}'
/** `[LS-28]` in a title, or `[LS-28, LS-29]`. */
const CITATION = new RegExp(`\\[(${ID}(?:, ${ID})*)\\]`, 'g')

export function readRequirements(root: string): readonly Requirement[] {
  // The table is committed and checked for its shape by a test.
  return JSON.parse(readFileSync(join(root, 'test/requirements/requirements.json'), 'utf8')) as Requirement[]
}

/** Why a requirement has no test yet, by id: one line each, so that several people can change it at once. */
export function readReasons(root: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(root, 'test/requirements/later.json'), 'utf8')) as Readonly<
    Record<string, string>
  >
}

/**
 * The reasons in the order of the requirements, without those of what a test holds by now. A reason of an unknown
 * id comes last, for the gate to name.
 */
export function sortReasons(
  requirements: readonly Requirement[],
  reasons: Readonly<Record<string, string>>,
  cited: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  const ids = requirements.map(({ id }) => id)
  const unknown = Object.keys(reasons).filter((id) => !ids.includes(id))
  return Object.fromEntries(
    [...ids, ...unknown].flatMap((id) => {
      const reason = cited.has(id) ? undefined : reasons[id]
      return reason === undefined ? [] : [[id, reason]]
    }),
  )
}

/** Every id in brackets in a test file, by id, then file; each pair once. */
export function readCitations(root: string): readonly Citation[] {
  const citations = new Map<string, Citation>()
  for (const file of TEST_FOLDERS.flatMap((folder) => listTests(root, folder))) {
    for (const [, ids = ''] of readFileSync(join(root, file), 'utf8').matchAll(CITATION)) {
      for (const id of ids.split(', ')) citations.set(`${id} ${file}`, { id, file })
    }
  }
  return [...citations.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, citation]) => citation)
}

function listTests(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && entry.name.endsWith('.test.ts') && !entry.parentPath.includes('node_modules'),
    )
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

function notYet(reason: string | undefined): string {
  return reason === undefined ? '–' : `later: ${reason}`
}

/** The page `docs/reference/requirements.md`. */
export function renderTable(
  requirements: readonly Requirement[],
  citations: readonly Citation[],
  reasons: Readonly<Record<string, string>>,
): string {
  const tests = Map.groupBy(citations, (citation) => citation.id)
  const rows = requirements.map(({ id, source, behaviour }) => {
    const files =
      tests
        .get(id)
        ?.map(({ file }) => `\`${file}\``)
        .join('<br>') ?? notYet(reasons[id])
    return `| ${id} | ${source} | ${behaviour.replaceAll('|', '\\|').replaceAll('<', '&lt;')} | ${files} |`
  })
  const covered = requirements.filter(({ id }) => tests.has(id)).length
  return `# Requirements

Each behaviour that Varve promises, and the tests that hold it to that. Printed by \`npm run requirements\`; a gate fails where a test cites an id that isn't here, and where an id has neither a test nor a reason.

${covered} of ${requirements.length} have a test; the others say what they wait for.

| Id | Page | Behaviour | Tests |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}

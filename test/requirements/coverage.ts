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

const TEST_FOLDERS = ['packages', 'test'] as const
/** `[LS-28]` in a title. */
const CITATION = /\[((?:LS|QP|MG|SL|LK|CAM|INV|AC|AG|BR|RS)-\d{2,3})\]/g

export function readRequirements(root: string): readonly Requirement[] {
  // The table is committed and checked for its shape by a test.
  return JSON.parse(readFileSync(join(root, 'test/requirements/requirements.json'), 'utf8')) as Requirement[]
}

/** Every id in brackets in a test file, by id, then file; each pair once. */
export function readCitations(root: string): readonly Citation[] {
  const citations = new Map<string, Citation>()
  for (const file of TEST_FOLDERS.flatMap((folder) => listTests(root, folder))) {
    for (const [, id = ''] of readFileSync(join(root, file), 'utf8').matchAll(CITATION)) {
      citations.set(`${id} ${file}`, { id, file })
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

/** The page `docs/reference/requirements.md`. */
export function renderTable(requirements: readonly Requirement[], citations: readonly Citation[]): string {
  const tests = Map.groupBy(citations, (citation) => citation.id)
  const rows = requirements.map(({ id, source, behaviour }) => {
    const files =
      tests
        .get(id)
        ?.map(({ file }) => `\`${file}\``)
        .join('<br>') ?? '–'
    return `| ${id} | ${source} | ${behaviour.replaceAll('|', '\\|').replaceAll('<', '&lt;')} | ${files} |`
  })
  const covered = requirements.filter(({ id }) => tests.has(id)).length
  return `# Requirements

Each behaviour that Varve promises, and the tests that hold it to that. Printed by \`npm run requirements\`; a gate fails where a test cites an id that isn't here.

${covered} of ${requirements.length} have a test; the others belong to work that is still ahead.

| Id | Page | Behaviour | Tests |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}

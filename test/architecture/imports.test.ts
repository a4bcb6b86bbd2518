import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findBreaches, IMPORT_RULES } from './import-rules.ts'
import { importsOf, readImports } from './read-imports.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('no import goes through a wall', () => {
  expect(findBreaches(readImports(root))).toEqual([])
})

/** For each rule, a file and a line that break it. */
const PLANTED: Readonly<Record<string, readonly [file: string, code: string]>> = {
  'core-imports-only-core': ['packages/core/src/render/x.ts', "import { readFile } from 'node:fs'"],
  'domain-imports-only-domain': [
    'packages/core/src/domain/x.ts',
    "import type { Store } from '../ports/store.ts'",
  ],
  'ports-are-types-over-the-domain': [
    'packages/core/src/ports/x.ts',
    "export * from '../render/single-line.ts'",
  ],
  'feature-counters': ['packages/core/src/counters/x.ts', "import '../render/single-line.ts'"],
  'feature-guard': ['packages/core/src/guard/x.ts', "import '../compact/resolve-view.ts'"],
  'feature-candidates': ['packages/core/src/candidates/x.ts', "import '../compact/canon.ts'"],
  'feature-words': ['packages/core/src/words/x.ts', "import '../compact/canon.ts'"],
  'feature-redact': ['packages/core/src/redact/x.ts', "import '../journal/apply-plan.ts'"],
  'feature-learn': ['packages/core/src/learn/x.ts', "import '../recall/prime/prime.ts'"],
  'hooks-load-no-operation': ['packages/varve/src/hooks/x.ts', "import '../operations/add.ts'"],
  'feature-sessions': ['packages/core/src/sessions/x.ts', "import '../render/clip-words.ts'"],
  'feature-compact': ['packages/core/src/compact/x.ts', "import '../journal/apply-plan.ts'"],
  'feature-journal': ['packages/core/src/journal/x.ts', "import '../edit/plan-add.ts'"],
  'feature-edit': ['packages/core/src/edit/x.ts', "type T = import('../render/single-line.ts').T"],
  'feature-digest': ['packages/core/src/digest/x.ts', "import '../near/relation.ts'"],
  'library-runs-operations': ['packages/varve/src/library/x.ts', "import '../compose.ts'"],
  'feature-consolidate': ['packages/core/src/consolidate/x.ts', "import '../recall/prime/prime.ts'"],
  'feature-near': ['packages/core/src/near/x.ts', "import '../review/decision.ts'"],
  'feature-stale': ['packages/core/src/stale/x.ts', "import '../near/relation.ts'"],
  'feature-review': ['packages/core/src/review/x.ts', "import '../render/single-line.ts'"],
  'feature-propose': ['packages/core/src/propose/x.ts', "import '../consolidate/heat.ts'"],
  'feature-render': ['packages/core/src/render/x.ts', "import '../journal/apply-plan.ts'"],
  'feature-sync': ['packages/core/src/sync/x.ts', "import '../render/single-line.ts'"],
  'feature-recall': ['packages/core/src/recall/x.ts', "import '../review/decision.ts'"],
  'feature-fidelity': ['packages/core/src/fidelity/x.ts', "import '../render/single-line.ts'"],
  'network-is-a-leaf': ['packages/varve/src/network/x.ts', "import '../http/admission.ts'"],
  'proxy-knows-no-operation': ['packages/varve/src/proxy/x.ts', "import '../operations/table.ts'"],
  'stores-see-only-core': ['packages/store-sqlite/src/x.ts', "import { main } from 'varve'"],
  'store-sqlite-is-an-island': ['packages/store-sqlite/src/x.ts', "import '@varve/store-postgres'"],
  'store-postgres-is-an-island': ['packages/store-postgres/src/x.ts', "import '@varve/store-sqlite'"],
  'models-see-only-core': ['packages/models/src/x.ts', "import { main } from 'varve'"],
  'models-by-one-dynamic-import': ['packages/varve/src/operations/x.ts', "await import('@varve/models')"],
  'surfaces-never-see-a-store': ['packages/varve/src/cli/x.ts', "await import('@varve/store-sqlite')"],
  'operations-never-see-a-surface-or-a-store': [
    'packages/varve/src/operations/x.ts',
    "import '../cli/main.ts'",
  ],
  'tools-are-operations': ['packages/varve/src/mcp/x.ts', "import '../compose.ts'"],
  'pages-are-operations': ['packages/varve/src/http/x.ts', "import '../mcp/run-tool.ts'"],
  'servers-share-no-surface': ['packages/varve/src/serve/x.ts', "import '../mcp/run-tool.ts'"],
  'page-server-runs-operations': ['packages/varve/src/page/x.ts', "import '../mcp/run-tool.ts'"],
  'team-server-knows-no-memory': ['packages/varve/src/team/x.ts', "import '../compose.ts'"],
  'page-is-an-island': ['packages/web/src/x.tsx', "import '../../varve/src/http/admission.ts'"],
  'only-compose-wires': ['packages/varve/src/files/x.ts', "import '@varve/store-sqlite'"],
  'formats-know-no-store': ['packages/varve/src/import/x.ts', "import '../operations/add.ts'"],
  'outbox-knows-no-operation': ['packages/varve/src/outbox/x.ts', "import '../operations/commit.ts'"],
  'agents-are-files': ['packages/varve/src/agents/x.ts', "import { spawn } from 'node:child_process'"],
  'core-by-its-front-door': ['packages/varve/src/cli/x.ts', "import '../../../core/src/domain/ids.ts'"],
}

test.each(IMPORT_RULES.map((rule) => rule.name))('a planted breach of %s is caught', (name) => {
  const [file, code] = PLANTED[name] ?? ['', '']
  expect(findBreaches(importsOf(root, file, code)).map((breach) => breach.rule)).toContain(name)
})

test('a planted cycle is caught', () => {
  const imports = [
    ...importsOf(root, 'packages/core/src/domain/a.ts', "import './b.ts'"),
    ...importsOf(root, 'packages/core/src/domain/b.ts', "import type { A } from './a.ts'"),
  ]
  expect(findBreaches(imports).map((breach) => breach.rule)).toContain('no-cycles')
})

test('what is installed in agents starts no process and asks no network [AG-33]', () => {
  for (const module of ['node:child_process', 'node:http', 'node:https', 'node:net', 'node:worker_threads']) {
    const planted = importsOf(root, 'packages/varve/src/agents/x.ts', `await import('${module}')`)
    expect(findBreaches(planted).map((breach) => breach.rule)).toContain('agents-are-files')
  }
})

import type { Import } from './read-imports.ts'

/** A wall: imports out of `from` may lead to `to` alone, or never to `not`. */
export interface ImportRule {
  readonly name: string
  readonly why: string
  readonly from: RegExp
  readonly to?: RegExp
  readonly not?: RegExp
}

const CORE = 'packages/core/src'

const FEATURES_WITH_A_DOOR =
  'consolidate|digest|fidelity|guard|near|propose|recall|review|sessions|stale|sync|testing'

/** What the core exports: under its own name, and under the names of features that stand apart. */
const FRONT_DOORS = `${CORE}/((${FEATURES_WITH_A_DOOR})/)?index\\.ts$`

/** A feature of the core, and which of the others it stands on. */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  counters: [],
  guard: ['counters'],
  words: ['guard'],
  candidates: ['guard'],
  redact: ['guard'],
  compact: ['guard'],
  journal: ['compact', 'guard'],
  edit: ['journal', 'compact', 'guard'],
  digest: ['candidates', 'words', 'edit', 'journal', 'compact', 'guard', 'counters'],
  consolidate: ['digest', 'edit', 'journal', 'compact', 'counters', 'guard'],
  near: ['candidates', 'digest', 'edit', 'journal', 'compact', 'guard'],
  review: ['near', 'edit', 'journal', 'compact', 'guard'],
  stale: ['review', 'journal', 'compact', 'guard'],
  propose: ['stale', 'review', 'near', 'digest', 'edit', 'journal', 'compact', 'words', 'counters', 'guard'],
  render: ['counters', 'compact'],
  fidelity: ['words', 'counters', 'redact', 'guard'],
  learn: ['fidelity', 'render', 'journal', 'compact', 'redact', 'guard'],
  sessions: ['learn', 'fidelity', 'redact', 'guard', 'recall', 'words'],
  sync: ['journal', 'compact', 'guard'],
  recall: ['words', 'digest', 'render', 'counters', 'compact', 'guard'],
}

export const IMPORT_RULES: readonly ImportRule[] = [
  {
    name: 'core-imports-only-core',
    why: 'the core has no dependency and does no IO',
    from: new RegExp(`^${CORE}/`),
    to: new RegExp(`^${CORE}/`),
  },
  {
    name: 'domain-imports-only-domain',
    why: 'the domain is the ground that everything stands on',
    from: new RegExp(`^${CORE}/domain/`),
    to: new RegExp(`^${CORE}/domain/`),
  },
  {
    name: 'ports-are-types-over-the-domain',
    why: 'a port names what the core needs of the world, no more',
    from: new RegExp(`^${CORE}/ports/`),
    to: new RegExp(`^${CORE}/(domain|ports)/`),
  },
  ...Object.entries(FEATURES).map(([feature, below]) => ({
    name: `feature-${feature}`,
    why: `features are islands: ${feature} stands on ${['domain, ports', ...below].join(', ')}`,
    from: new RegExp(`^${CORE}/${feature}/`),
    to: new RegExp(`^${CORE}/(domain|ports|${[feature, ...below].join('|')})/`),
  })),
  {
    name: 'stores-see-only-core',
    why: 'an adapter knows the port, not who uses it',
    from: /^packages\/store-[^/]+\/src\//,
    not: new RegExp(`^packages/(?!store-)(?!${FRONT_DOORS.replace('packages/', '')})`),
  },
  ...['sqlite', 'postgres'].map((store) => ({
    name: `store-${store}-is-an-island`,
    why: 'what stores have in common is in the core',
    from: new RegExp(`^packages/store-${store}/src/`),
    not: new RegExp(`^packages/store-(?!${store}/)`),
  })),
  {
    name: 'models-see-only-core',
    why: 'an adapter knows the port, not who uses it',
    from: /^packages\/models\/src\//,
    to: /^packages\/(models\/src\/|core\/src\/index\.ts$)|^node:|^ai$|^@ai-sdk\//,
  },
  {
    name: 'models-by-one-dynamic-import',
    why: 'nothing but what was asked to call a model loads what calls one',
    from: /^packages\/(?!models\/)[^/]+\/src\/(?!compose\/open-model\.ts$)/,
    not: /^packages\/models\/|^ai$|^@ai-sdk\//,
  },
  {
    name: 'surfaces-never-see-a-store',
    why: 'a surface prints what an operation gives it',
    from: /^packages\/varve\/src\/(cli|mcp|http|serve|hooks|page|team)\//,
    not: /^packages\/store-|^node:sqlite$/,
  },
  {
    name: 'operations-never-see-a-surface-or-a-store',
    why: 'operations run under every surface, over every store',
    from: /^packages\/varve\/src\/operations\//,
    not: /^packages\/varve\/src\/(cli|mcp|http|serve|hooks|page|compose)|^packages\/store-|^node:sqlite$/,
  },
  {
    name: 'hooks-load-no-operation',
    why: 'a hook has to answer in little more than the start of a process',
    from: /^packages\/varve\/src\/hooks\//,
    not: /^packages\/varve\/src\/(cli|operations|import|export)\/|^packages\/varve\/src\/compose\.ts$|^(?:zod|yaml)/,
  },
  {
    name: 'tools-are-operations',
    why: 'a server of tools runs operations over memories that it is handed, as the command line does',
    from: /^packages\/varve\/src\/mcp\//,
    not: /^packages\/varve\/src\/(cli|hooks|import|export|agents\/(?!texts\/)|page)\/|^packages\/varve\/src\/compose/,
  },
  {
    name: 'pages-are-operations',
    why: 'a web server answers with what an operation gives it, and is the ground of every surface on the web',
    from: /^packages\/varve\/src\/http\//,
    not: /^packages\/varve\/src\/(cli|mcp|hooks|import|export|agents|page|compose|bin)|^@modelcontextprotocol/,
  },
  {
    name: 'servers-share-no-surface',
    why: 'what servers share knows none of them, so that each can be left out',
    from: /^packages\/varve\/src\/serve\//,
    not: /^packages\/varve\/src\/(cli|mcp|hooks|import|export|agents|page|compose|bin)|^@modelcontextprotocol/,
  },
  {
    name: 'page-server-runs-operations',
    why: 'what serves the page runs operations over the memory that a server holds, and speaks no protocol of tools',
    from: /^packages\/varve\/src\/page\//,
    not: /^packages\/varve\/src\/(cli|mcp|hooks|import|export|agents|compose|bin)|^@modelcontextprotocol/,
  },
  {
    name: 'team-server-knows-no-memory',
    why: 'what carries a team’s records over HTTP is handed a gateway, and opens no memory of its own',
    from: /^packages\/varve\/src\/team\//,
    not: /^packages\/varve\/src\/(cli|mcp|hooks|import|export|agents|page|project|compose|bin)|^@modelcontextprotocol/,
  },
  {
    name: 'library-runs-operations',
    why: 'a program has the operations that every surface has, over the memory that a server holds',
    from: /^packages\/varve\/src\/library\//,
    not: /^packages\/varve\/src\/(cli|mcp|hooks|import|export|agents|page|compose|bin)|^packages\/store-|^@modelcontextprotocol/,
  },
  {
    name: 'page-is-an-island',
    why: 'the page runs in a browser: it knows the memory by what operations answer, and of the core only types',
    from: /^packages\/web\/src\//,
    to: /^packages\/(web\/src\/|core\/src\/index\.ts$)|^preact(\/hooks)?$|^diff$/,
  },
  {
    name: 'only-compose-wires',
    why: 'one place chooses the store',
    from: /^packages\/varve\/src\/(?!compose\.ts|compose\/|bin\/)/,
    not: /^packages\/store-/,
  },
  {
    name: 'formats-know-no-store',
    why: 'an import or export format is text in, data out',
    from: /^packages\/varve\/src\/(import|export)\//,
    not: /^packages\/varve\/src\/(operations|cli|project|config)\/|^packages\/store-/,
  },
  {
    name: 'outbox-knows-no-operation',
    why: 'an outbox is a folder of records and a store over a copy',
    from: /^packages\/varve\/src\/outbox\//,
    to: /^packages\/(varve\/src\/(outbox|files)\/|core\/src\/index\.ts$)|^node:/,
  },
  {
    name: 'agents-are-files',
    why: 'what is installed in agents is text in files: no operation, no store, no process, no network',
    from: /^packages\/varve\/src\/agents\//,
    to: /^packages\/(varve\/src\/(agents|files)\/|varve\/src\/(version|project\/varve-home)\.ts$|core\/src\/index\.ts$)|^node:(fs|path|crypto)$|^(jsonc-parser|smol-toml)$/,
  },
  {
    name: 'network-is-a-leaf',
    why: 'what an address or a token is asks for nothing of ours, so that every server and client may ask',
    from: /^packages\/varve\/src\/network\//,
    to: /^packages\/varve\/src\/network\/|^node:/,
  },
  {
    name: 'proxy-knows-no-operation',
    why: 'a proxy is a server over an engine that it is handed',
    from: /^packages\/varve\/src\/proxy\//,
    to: /^packages\/(varve\/src\/(proxy|network)\/|core\/src\/(index|fidelity\/index)\.ts$)|^node:/,
  },
  {
    name: 'core-by-its-front-door',
    why: 'what another package uses of the core is what it exports',
    from: /^packages\/(?!core\/)[^/]+\/src\//,
    not: new RegExp(`^(?!${FRONT_DOORS})${CORE}/`),
  },
]

export interface Breach {
  readonly rule: string
  readonly import: Import
}

/** Every import that goes through a wall, and every cycle of files. */
export function findBreaches(imports: readonly Import[]): readonly Breach[] {
  const breaches = imports.flatMap((edge) =>
    IMPORT_RULES.filter((rule) => breaks(rule, edge)).map((rule) => ({ rule: rule.name, import: edge })),
  )
  return [...breaches, ...findCycles(imports).map((edge) => ({ rule: 'no-cycles', import: edge }))]
}

function breaks({ from, to, not }: ImportRule, edge: Import): boolean {
  if (!from.test(edge.from)) return false
  return (to !== undefined && !to.test(edge.to)) || (not?.test(edge.to) ?? false)
}

/** One closing edge of each cycle. A type import counts: files that know each other are one file. */
function findCycles(imports: readonly Import[]): readonly Import[] {
  const edges = new Map<string, Import[]>()
  for (const edge of imports) edges.set(edge.from, [...(edges.get(edge.from) ?? []), edge])
  const done = new Set<string>()
  const open = new Set<string>()
  const closing: Import[] = []
  const visit = (file: string): void => {
    open.add(file)
    for (const edge of edges.get(file) ?? []) {
      if (open.has(edge.to)) closing.push(edge)
      else if (!done.has(edge.to)) visit(edge.to)
    }
    open.delete(file)
    done.add(file)
  }
  for (const file of edges.keys()) if (!done.has(file)) visit(file)
  return closing
}

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

/** One import as written: who, and what it names. */
export interface Import {
  /** Path from the root of the checkout, with `/`. */
  readonly from: string
  /** Path from the root where the import is of a file of ours, else the bare name. */
  readonly to: string
  readonly isDynamic: boolean
}

/** Every import, type import, re-export and dynamic import below the sources of all packages. */
export function readImports(root: string): readonly Import[] {
  return listSources(root).flatMap((from) => importsOf(root, from, readFileSync(join(root, from), 'utf8')))
}

/** Source files of the packages, in text order. */
export function listSources(root: string): readonly string[] {
  return readdirSync(join(root, 'packages'), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /\.tsx?$/.test(file.name))
    .map((file) => relative(root, join(file.parentPath, file.name)).split(sep).join('/'))
    .filter((path) => /^packages\/[^/]+\/src\//.test(path))
    .sort()
}

export function importsOf(root: string, from: string, code: string): readonly Import[] {
  const found: Import[] = []
  walk(parseAst(code, { lang: from.endsWith('x') ? 'tsx' : 'ts' }), (node) => {
    const isDynamic = node.type === 'ImportExpression'
    const isImport =
      isDynamic || /^(ImportDeclaration|Export(All|Named)Declaration|TSImportType)$/.test(String(node.type))
    const source = isImport ? (node.source ?? node.argument) : undefined
    const name = isNode(source) ? (source.value ?? literalOf(source)) : undefined
    if (typeof name === 'string') found.push({ from, to: resolve(root, from, name), isDynamic })
  })
  return found
}

type Node = Readonly<Record<string, unknown>>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

function literalOf(type: Node): unknown {
  const literal = type.literal
  return isNode(literal) ? literal.value : undefined
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit)
  } else if (isNode(value)) {
    if (typeof value.type === 'string') visit(value)
    for (const member of Object.values(value)) if (isNode(member)) walk(member, visit)
  }
}

const DOOR_OF_CORE = /^@varve\/core(\/[\w-]+)?$/

/** Our own packages by their sources, so that a rule sees through the package name. */
const PACKAGES: Readonly<Record<string, string>> = {
  '@varve/models': 'packages/models/src/index.ts',
  '@varve/store-postgres': 'packages/store-postgres/src/index.ts',
  '@varve/store-sqlite': 'packages/store-sqlite/src/index.ts',
  varve: 'packages/varve/src/index.ts',
}

function resolve(root: string, from: string, name: string): string {
  if (!name.startsWith('.'))
    return PACKAGES[name] ?? name.replace(DOOR_OF_CORE, 'packages/core/src$1/index.ts')
  return relative(root, join(root, dirname(from), name))
    .split(sep)
    .join('/')
}

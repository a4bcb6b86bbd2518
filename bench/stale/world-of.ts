import type { PathFate, ProjectFiles } from '../../packages/core/src/index.ts'

/** What a line of a document names, and what became of it by the time of the check. */
export interface LineRef {
  readonly kind: 'path' | 'script' | 'ident' | 'env'
  readonly value: string
  /** Of a path: from the top of the repository. */
  readonly resolved?: string
  readonly state: 'exists' | 'deleted' | 'renamed'
  readonly to?: string
}

/** A repository as far as its labelled lines tell of it: which paths and scripts are there, and which were. */
export function worldOf(refs: readonly LineRef[]): ProjectFiles {
  const paths = new Map<string, LineRef>()
  const scripts = new Map<string, LineRef>()
  for (const ref of refs) {
    if (ref.kind === 'script') scripts.set(ref.value, ref)
    else if (ref.kind === 'path' && ref.resolved !== undefined) paths.set(ref.resolved, ref)
  }
  const manifests = manifestsOf(
    [...scripts.values()].flatMap(({ state, value }) => (state === 'exists' ? value : [])),
  )
  const folders = new Set(
    [...paths].flatMap(([path, { state }]) => (state === 'exists' ? foldersOf(path) : [])),
  )
  return {
    kindOf(path) {
      const known = paths.get(path)
      if (known !== undefined) return known.state === 'exists' ? 'file' : undefined
      return manifests.has(path) ? 'file' : folders.has(path) ? 'folder' : undefined
    },
    textOf: (path) => manifests.get(path),
    hashOf: () => undefined,
    fateOf(path): PathFate | undefined {
      const known = paths.get(path)
      if (known === undefined || known.state === 'exists') return undefined
      return { commit: 'gone', ...(known.to !== undefined && { movedTo: known.to }) }
    },
    textAt: () => undefined,
    hadText: (_, text) => scripts.has(text.replace(/^"|"?:$/g, '')),
    named: (base) => (manifests.has(base) ? [base] : []),
  }
}

/** The data doesn't say which runner a script is of: each has all of them. */
function manifestsOf(scripts: readonly string[]): ReadonlyMap<string, string> {
  return new Map([
    ['package.json', JSON.stringify({ scripts: Object.fromEntries(scripts.map((name) => [name, '-'])) })],
    ['Makefile', scripts.map((name) => `${name}:\n\t-\n`).join('')],
    ['justfile', scripts.map((name) => `${name}:\n  -\n`).join('')],
  ])
}

function foldersOf(path: string): readonly string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

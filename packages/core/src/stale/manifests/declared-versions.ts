import type { ProjectFiles } from '../../ports/project-files.ts'
import type { Tool } from '../mentions/versions-in-line.ts'
import { parsePackageJson } from './package-json.ts'

/** What the project says of a tool's version: a version, or a range of them. */
export interface DeclaredVersion {
  readonly file: string
  readonly range: string
}

/** One-line files that pin a tool. */
const PIN_FILES: Readonly<Partial<Record<Tool, readonly string[]>>> = {
  node: ['.nvmrc', '.node-version'],
  python: ['.python-version'],
  ruby: ['.ruby-version'],
  go: ['.go-version'],
}
const TOOL_VERSIONS = '.tool-versions'
/** Names that asdf and mise know a tool by. */
const OTHER_NAMES: Readonly<Partial<Record<Tool, readonly string[]>>> = {
  node: ['nodejs', 'node'],
  go: ['golang', 'go'],
}

/** All that the project declares of a tool’s version. */
export function declaredVersions(tool: Tool, files: ProjectFiles): readonly DeclaredVersion[] {
  const pinned = (PIN_FILES[tool] ?? []).flatMap((file) => {
    const [range = ''] = (files.textOf(file) ?? '').trim().split(/\s/)
    return range === '' ? [] : [{ file, range }]
  })
  return [...fromPackageJson(tool, files), ...pinned, ...fromToolVersions(tool, files)]
}

function fromPackageJson(tool: Tool, files: ProjectFiles): readonly DeclaredVersion[] {
  const file = 'package.json'
  const manifest = parsePackageJson(files.textOf(file) ?? '')
  if (manifest === undefined) return []
  const { engines, packageManager } = manifest
  const range =
    typeof engines === 'object' && engines !== null ? (engines as Record<string, unknown>)[tool] : undefined
  const [name, version = ''] = typeof packageManager === 'string' ? packageManager.split('@') : []
  return [
    ...(typeof range === 'string' ? [{ file, range }] : []),
    ...(name === tool && version !== '' ? [{ file, range: version.replace(/\+.*$/, '') }] : []),
  ]
}

function fromToolVersions(tool: Tool, files: ProjectFiles): readonly DeclaredVersion[] {
  const names = OTHER_NAMES[tool] ?? [tool]
  return (files.textOf(TOOL_VERSIONS) ?? '').split('\n').flatMap((line) => {
    const [name = '', range = ''] = line.trim().split(/\s+/)
    return names.includes(name) && range !== '' ? [{ file: TOOL_VERSIONS, range }] : []
  })
}

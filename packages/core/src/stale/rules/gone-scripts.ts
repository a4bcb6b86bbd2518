import type { ProjectFiles } from '../../ports/project-files.ts'
import { dependenciesIn, parsePackageJson, scriptsIn } from '../manifests/package-json.ts'
import { justRecipes, makeTargets } from '../manifests/targets-of.ts'
import { commandsInLine, type ScriptCall } from '../mentions/commands-in-line.ts'
import type { StaleFinding } from '../stale-check.ts'
import type { StaleRuleCheck } from './stale-rule.ts'

/** ST4: a script or target that it tells to run is in no manifest of its kind. */
export const goneScripts: StaleRuleCheck = ({ lines, files }) => {
  const calls = new Map<string, ScriptCall>()
  for (const call of lines.flatMap(commandsInLine)) calls.set(`${call.runner} ${call.script}`, call)
  return [...calls.values()].flatMap((call) => goneScript(call, files) ?? [])
}

const MAKEFILES = ['Makefile', 'makefile', 'GNUmakefile'] as const
const JUSTFILES = ['justfile', 'Justfile', '.justfile'] as const
/** A repository of more packages than this is not read through for one word. */
const MOST_MANIFESTS = 200

function goneScript(call: ScriptCall, files: ProjectFiles): StaleFinding | undefined {
  const file =
    call.runner === 'make' || call.runner === 'just'
      ? goneTarget(call, files)
      : gonePackageScript(call, files)
  return file === undefined ? undefined : { rule: 'ST4', reason: `script gone: ${call.script}`, file }
}

/** The manifest that would have it, where none has. */
function goneTarget({ runner, script, isExplicit }: ScriptCall, files: ProjectFiles): string | undefined {
  const [names, read] =
    runner === 'make' ? ([MAKEFILES, makeTargets] as const) : ([JUSTFILES, justRecipes] as const)
  const manifests = names.flatMap((name) => files.named(name)).slice(0, MOST_MANIFESTS)
  const [nearest] = manifests
  const isMissing = manifests.every((path) => {
    const text = files.textOf(path)
    const targets = text === undefined ? undefined : read(text)
    return targets !== undefined && !targets.includes(script)
  })
  if (nearest === undefined || !isMissing || files.kindOf(script) !== undefined) return undefined
  return isExplicit || files.hadText(nearest, `${script}:`) ? nearest : undefined
}

function gonePackageScript({ script, isExplicit }: ScriptCall, files: ProjectFiles): string | undefined {
  const paths = files.named('package.json').slice(0, MOST_MANIFESTS + 1)
  const [nearest] = paths
  if (nearest === undefined || paths.length > MOST_MANIFESTS) return undefined
  const isMissing = paths.every((path) => {
    const manifest = parsePackageJson(files.textOf(path) ?? '')
    if (manifest === undefined) return false
    return !scriptsIn(manifest).includes(script) && (isExplicit || !dependenciesIn(manifest).includes(script))
  })
  // `pnpm x` may mean a program of that name: only what was a script once is one that is gone.
  return isMissing && (isExplicit || files.hadText(nearest, `"${script}":`)) ? nearest : undefined
}

import { goneDependencies } from './gone-dependencies.ts'
import { gonePaths } from './gone-paths.ts'
import { goneScripts } from './gone-scripts.ts'
import { goneSymbols } from './gone-symbols.ts'
import { otherVersions } from './other-versions.ts'
import type { StaleRuleCheck } from './stale-rule.ts'

/** What breaks an entry, in the order in which it is told. */
export const STALE_RULES: readonly StaleRuleCheck[] = [
  gonePaths,
  goneSymbols,
  goneScripts,
  goneDependencies,
  otherVersions,
]

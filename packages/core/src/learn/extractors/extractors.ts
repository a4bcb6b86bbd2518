import { commands } from './commands/index.ts'
import { corrections } from './corrections/index.ts'
import { decisions } from './decisions/index.ts'
import { directives } from './directives/index.ts'
import { errorFixes } from './error-fixes/index.ts'
import { explanations } from './explanations/index.ts'
import type { Extractor } from './extractor.ts'
import { insights } from './insights/index.ts'
import { jointChanges } from './joint-changes/index.ts'
import { lintRules } from './lint-rules/index.ts'
import { reasons } from './reasons/index.ts'

/** Every way of learning. Order counts: what an earlier one says, a later one doesn't say again. */
export const EXTRACTORS: readonly Extractor[] = [
  directives,
  corrections,
  decisions,
  explanations,
  errorFixes,
  lintRules,
  reasons,
  insights,
  commands,
  jointChanges,
]

import type { StaleFinding } from '../stale-check.ts'
import type { StaleRuleCheck } from './stale-rule.ts'

/** ST1 and ST2: a file or folder that it names is gone, or lies elsewhere. */
export const gonePaths: StaleRuleCheck = ({ references }) =>
  references.flatMap(({ path, gone, isGuess }): readonly StaleFinding[] => {
    if (gone === undefined || isGuess) return []
    const movedTo = gone === 'unknown' ? undefined : gone.movedTo
    if (movedTo === undefined) return [{ rule: 'ST1', reason: `path gone: ${path}`, file: path }]
    const instead = { says: path, now: movedTo }
    return [{ rule: 'ST2', reason: `path moved: ${path} -> ${movedTo}`, file: path, instead }]
  })

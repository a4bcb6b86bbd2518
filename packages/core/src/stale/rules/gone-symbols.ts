import { hasWord } from '../has-word.ts'
import type { StaleRuleCheck } from './stale-rule.ts'

/** ST3: a symbol that it refers to is no longer in the file. */
export const goneSymbols: StaleRuleCheck = ({ references, files }) =>
  references.flatMap(({ path, symbol, gone }) => {
    const text = symbol === undefined || gone !== undefined ? undefined : files.textOf(path)
    if (symbol === undefined || text === undefined || hasWord(text, symbol)) return []
    return [{ rule: 'ST3', reason: `symbol gone: ${symbol}`, file: path }]
  })

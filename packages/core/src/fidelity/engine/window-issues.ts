import type { Issue, Severity } from '../../domain/issue.ts'
import { sortedUnique } from '../../domain/order.ts'
import { validate } from '../groups/validate.ts'
import type { Message } from '../model/message.ts'
import { SeenList } from '../model/seen-list.ts'

/** Problems of a live window. Each is told once a session. */
export const WINDOW_ISSUES = {
  floor_reached: 'info',
  floor_above_target: 'warning',
  pins_exceed_target: 'warning',
  compaction_exhausted: 'warning',
  budget_too_small: 'warning',
  window_invalid: 'warning',
  view_invalid: 'error',
  view_failed: 'error',
  late_injection: 'warning',
  imitated_elision: 'warning',
  server_edits_active: 'info',
  server_state: 'info',
  provider_rejected_view: 'error',
  ledger_volatile: 'warning',
  usage_unknown: 'info',
} as const satisfies Readonly<Record<string, Severity>>
export type WindowIssueCode = keyof typeof WINDOW_ISSUES

export function windowIssue(
  code: WindowIssueCode,
  message: string,
  subjects: readonly string[] = [],
  detail?: Issue['detail'],
): Issue {
  const fields = { code, severity: WINDOW_ISSUES[code], subjects, message, fix: [] }
  return detail === undefined ? fields : { ...fields, detail }
}

/** The calls and results of a window that belong to no pair: a provider refuses them, and no pass touches them. */
export class PairCheck {
  /** Messages that are known to be pairs throughout. */
  readonly #sound = new SeenList<Message>()

  /** Looks at what came since the window was last in order. */
  find(messages: readonly Message[]): readonly Issue[] {
    const from = this.#sound.isStartOf(messages) ? this.#sound.length : 0
    const broken = validate(messages.slice(from)).filter(({ code }) => PAIRS.has(code))
    // A call of the last answer may still be open: its result comes next.
    const last = messages.findLastIndex(({ role }) => role === 'assistant')
    if (broken.length === 0) this.#sound.grow(messages.slice(0, Math.max(0, last)))
    else this.#sound.forget()
    const keys = sortedUnique(broken.flatMap(({ code, key }) => (code === 'V04' ? [] : [key])))
    if (keys.length === 0) return []
    const message = `${keys.length} calls or results of the window have no partner: they are left as they are`
    return [windowIssue('window_invalid', message, keys)]
  }
}

const PAIRS: ReadonlySet<string> = new Set(['V01', 'V02', 'V03', 'V04'])

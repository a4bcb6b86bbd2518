import { WINDOW_ISSUES as CODES } from '@varve/core/fidelity'
import { type IssueDoc, type IssueDocs, NOTHING } from './issue-doc.ts'

const MEANINGS: Readonly<Record<keyof typeof CODES, Omit<IssueDoc, 'severity'>>> = {
  floor_reached: {
    meaning:
      'All that may be left out of a window is left out, and it is still above the target: what is pinned, recent or of the user stays.',
    mend: 'A higher target, fewer pins, or the compaction of the host.',
  },
  floor_above_target: {
    meaning:
      'What is sent with every call, what is pinned and the newest calls are larger than the target by themselves.',
    mend: 'A larger budget, fewer tools or pins, or the compaction of the host.',
  },
  pins_exceed_target: {
    meaning:
      'Pinned parts keep a window above its target. They are listed by rule; nothing is unpinned by itself.',
    mend: '`varve fit pins` lists them, `varve fit unpin <rule>` takes a rule away.',
  },
  compaction_exhausted: {
    meaning:
      'Two passes in a row that had to come freed less than a tenth of the window. No other is tried until it grows.',
    mend: 'Compact the window by the means of its host, begin a new session, or take pins away.',
  },
  budget_too_small: {
    meaning:
      'The budget leaves fewer than 8,000 tokens to work in: a pass could only do harm, so none is made.',
    mend: 'A larger budget, or marks of its own (`high`, `low`).',
  },
  window_invalid: {
    meaning:
      'A window came in with calls that have no result, or results that answer no call. They are left as they are.',
    mend: 'The host that built the window has lost a message; most providers refuse such a request.',
  },
  view_invalid: {
    meaning:
      'A pass would have broken the structure of a window. It was taken back, and no other is made in the session.',
    mend: 'Nothing was lost. Please report it with the output of `varve doctor`.',
  },
  view_failed: {
    meaning: 'Something failed while a window was fitted. It was sent as it is.',
    mend: 'The message says what failed; the next call is fitted again.',
  },
  late_injection: {
    meaning: 'Text was put in after the view of this turn was made, so it was neither counted nor exempt.',
    mend: 'Put it in before the window is prepared.',
  },
  imitated_elision: {
    meaning:
      'The model wrote arguments that look like elided ones. Arguments are shown in full for the rest of the session.',
    mend: NOTHING,
  },
  server_edits_active: {
    meaning:
      'A request asks the provider to edit the history itself. The window is observed, and not changed.',
    mend: 'Let one of the two do it: take the field out of the request, or switch fitting off.',
  },
  server_state: {
    meaning: 'The provider holds the history, and a request only adds to it. There is nothing to fit.',
    mend: 'Send the whole history with each call where it is to be fitted.',
  },
  provider_rejected_view: {
    meaning:
      'The provider refused a fitted request. It was sent again as it was, and the session is left alone from then on.',
    mend: 'Nothing was lost. Please report it: the message has what the provider said.',
  },
  ledger_volatile: {
    meaning:
      'The store of decisions can not be read or written. The session goes on in memory; after a restart it begins anew.',
    mend: 'The message says why: a store that is locked, read-only or missing.',
  },
  usage_unknown: {
    meaning:
      'Usage was reported in a shape that is not known. It was left out; estimates are not calibrated by it.',
    mend: NOTHING,
  },
}

export const WINDOW_ISSUES: IssueDocs = Object.fromEntries(
  Object.entries(MEANINGS).map(([code, doc]) => [
    code,
    { ...doc, severity: CODES[code as keyof typeof CODES] },
  ]),
)

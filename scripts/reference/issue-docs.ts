import { AGENT_ISSUES } from './issues/agent-issues.ts'
import { COMPACT_ISSUES } from './issues/compact-issues.ts'
import { CONFIG_ISSUES } from './issues/config-issues.ts'
import { CONSOLIDATE_ISSUES } from './issues/consolidate-issues.ts'
import { CONTEXT_ISSUES } from './issues/context-issues.ts'
import { DOCTOR_ISSUES } from './issues/doctor-issues.ts'
import { IMPORT_ISSUES } from './issues/import-issues.ts'
import type { IssueDocs } from './issues/issue-doc.ts'
import { SEARCH_ISSUES } from './issues/search-issues.ts'
import { TEAM_ISSUES } from './issues/team-issues.ts'
import { TRANSCRIPT_ISSUES } from './issues/transcript-issues.ts'
import { WINDOW_ISSUES } from './issues/window-issues.ts'

/** What there is to say of issues, by the place that reports them. */
export const ISSUE_PLACES: readonly (readonly [title: string, docs: IssueDocs])[] = [
  ['How entries stand to each other', COMPACT_ISSUES],
  ['The store', DOCTOR_ISSUES],
  ['Imports', IMPORT_ISSUES],
  ['Teams', TEAM_ISSUES],
  ['Searches', SEARCH_ISSUES],
  ['Bundles of context', CONTEXT_ISSUES],
  ['Consolidation', CONSOLIDATE_ISSUES],
  ['Configuration', CONFIG_ISSUES],
  ['Agents that use the memory', AGENT_ISSUES],
  ['Transcripts of agents', TRANSCRIPT_ISSUES],
  ['Live windows', WINDOW_ISSUES],
]

/** By code. A code of the sources that is missing here fails a test. */
export const ISSUE_DOCS: IssueDocs = Object.assign({}, ...ISSUE_PLACES.map(([, docs]) => docs))

// What `@varve/core/sessions` exports: from transcripts to sessions that a store keeps. Apart from the rest,
// because most commands need none of it.
export { TRANSCRIPT_FORMATS } from '../fidelity/transcripts/formats.ts'
export { TranscriptStream } from '../fidelity/transcripts/open-transcript.ts'
export type { Transcript, TranscriptMessage } from '../fidelity/transcripts/transcript.ts'
export * from '../learn/index.ts'
export * from './capture/mask-payload.ts'
export * from './capture/merge-session.ts'
export * from './capture/redact-message.ts'
export * from './capture/session-records.ts'
export * from './list/filter-sessions.ts'
export * from './list/plan-mark.ts'
export * from './list/session-stats.ts'
export * from './list/session-status.ts'

// Part of what `@varve/core/sessions` exports.

export type { Extractor, Finding } from './extractors/extractor.ts'
export { EXTRACTORS } from './extractors/extractors.ts'
export * from './gather-findings.ts'
export * from './plan/plan-exclusion.ts'
export * from './plan/plan-learn.ts'
export * from './plan/plan-override.ts'
export * from './plan/suspicions.ts'
export * from './session/learn-session.ts'
export { OriginReader } from './session/origin-reader.ts'
export * from './worth-keeping.ts'

import { type ReadStatement, readStatement } from './read-statement.ts'
import type { RewriteKind, RewriteLimits, RewriteRequest, RewriteSource } from './rewrite-result.ts'

/** A source with all that is compared of it. */
export interface PreparedSource extends RewriteSource {
  readonly statement: ReadStatement
}

/** A request with its texts prepared. */
export interface PreparedRewrite {
  readonly request: RewriteRequest
  readonly kind: RewriteKind
  readonly sources: readonly PreparedSource[]
  readonly output: ReadStatement
  readonly limits: RewriteLimits
  readonly sourceWords: ReadonlySet<string>
  readonly isCjk: boolean
}

/** Prepares the texts of a request. */
export function prepareRewrite(request: RewriteRequest, limits: RewriteLimits): PreparedRewrite {
  const sources = request.sources.map((source) => ({ ...source, statement: readStatement(source.text) }))
  const output = readStatement(request.output)
  return {
    request,
    kind: request.kind,
    sources,
    output,
    limits,
    sourceWords: new Set(sources.flatMap(({ statement }) => statement.words)),
    isCjk: output.language === 'zh' || output.language === 'ja',
  }
}

/** The classes of a family that any source has. */
export function sourceClasses(
  { sources }: PreparedRewrite,
  family: 'modality' | 'status' | 'quantifier' | 'comparator',
): ReadonlySet<string> {
  return new Set(sources.flatMap(({ statement }) => [...statement.classes[family]]))
}

/** Kinds whose output stands in for its sources. */
export function standsIn(kind: RewriteKind): boolean {
  return kind !== 'extract' && kind !== 'reason'
}

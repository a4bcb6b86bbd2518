import { isJsonObject, type JsonObject, type Judgement } from '@varve/core'
import { memberOf, objectsMember, textMember } from './json-members.ts'

/** What the guard said of an edge where it was made; undefined where that can't be told. */
export function readJudgement(value: unknown): Judgement | undefined {
  if (!isJsonObject(value)) return undefined
  const guard_v = numberMember(value, 'guard_v')
  const verdict = textMember(value, 'verdict')
  if (guard_v === undefined || verdict === undefined) return undefined
  const anchors = memberOf(value, 'anchors')
  if (!isJsonObject(anchors)) {
    return { guard_v, verdict, reasons: textsMember(value, 'reasons'), flags: textsMember(value, 'flags') }
  }
  return {
    guard_v,
    verdict,
    anchors: { total: numberMember(anchors, 'total') ?? 0, kept: numberMember(anchors, 'kept') ?? 0 },
    coverage: numberMember(value, 'coverage') ?? 0,
    novelty: numberMember(value, 'novelty') ?? 0,
    findings: objectsMember(value, 'findings').map((row) => ({
      check: textMember(row, 'check') ?? '',
      severity: textMember(row, 'severity') ?? '',
      ...optionalTexts(row, ['type', 'anchor', 'source']),
    })),
    dropped: objectsMember(value, 'dropped').map((row) => ({
      type: textMember(row, 'type') ?? '',
      anchor: textMember(row, 'anchor') ?? '',
      source: textMember(row, 'source') ?? '',
      reason: textMember(row, 'reason') ?? '',
    })),
  }
}

function optionalTexts(row: JsonObject, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = textMember(row, name)
      return text === undefined ? [] : [[name, text] as const]
    }),
  )
}

function numberMember(row: JsonObject, name: string): number | undefined {
  const value = memberOf(row, name)
  return typeof value === 'number' ? value : undefined
}

function textsMember(row: JsonObject, name: string): readonly string[] {
  const value = memberOf(row, name)
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

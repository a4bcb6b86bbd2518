import { VarveError } from '../domain/errors.ts'
import { by, byText } from '../domain/order.ts'
import { REDACTION_RULES, type RedactionRule, shape } from './redaction-rules.ts'
import { isPlaceholder } from './secret-shape.ts'
import { markersIn, maskable, type Span } from './span.ts'

/** A project's own kind of secret. */
export interface CustomPattern {
  readonly name: string
  /** JavaScript syntax; the whole match is masked. */
  readonly regex: string
}

export interface RedactorOptions {
  readonly patterns?: readonly CustomPattern[]
  /** Values that are no secrets, compared whole. */
  readonly allow?: readonly string[]
}

/** What was masked: kinds and counts, never a value. */
export interface Redacted {
  readonly text: string
  /** By kind. */
  readonly found: readonly { readonly kind: string; readonly count: number }[]
}

export interface Redactor {
  /** Replaces each secret by `[redacted:<kind>]`. Redacting twice is redacting once. */
  redact(text: string): Redacted
}

/**
 * Makes a redactor of the built-in rules and the project's own. Throws `config_invalid` where a
 * pattern is no regular expression.
 */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  const rules = [...REDACTION_RULES, ...(options.patterns ?? []).map(customRule)]
  const allowed = new Set(options.allow ?? [])
  const isAllowed = (value: string) => allowed.has(value) || isPlaceholder(value)
  const suspicious = anyTrigger(rules)
  return {
    redact: (text) =>
      suspicious.test(text.toLowerCase()) ? redactWith(text, rules, isAllowed) : { text, found: [] },
  }
}

/** Matches what any rule may match: nearly every text is done with at one look. */
function anyTrigger(rules: readonly RedactionRule[]): RegExp {
  const triggers = rules.flatMap(({ triggers }) => (triggers.length === 0 ? [''] : triggers))
  return new RegExp(triggers.map((trigger) => trigger.replace(/[^\w]/g, '\\$&')).join('|'))
}

function customRule(custom: CustomPattern, index: number): RedactionRule {
  try {
    return shape('custom', [], new RegExp(custom.regex, 'g'))
  } catch (cause) {
    const place = `redact.patterns[${index}] (${custom.name})`
    throw new VarveError('config_invalid', `${place} is no regular expression: ${String(cause)}`, {
      subjects: [`redact.patterns[${index}]`],
      fix: ['varve doctor'],
      cause,
    })
  }
}

// A mask can bring out what a rule before it did not see, so the rules run until they find nothing
// more: each round masks something that no mask holds, so there is an end.
function redactWith(
  original: string,
  rules: readonly RedactionRule[],
  isAllowed: (value: string) => boolean,
): Redacted {
  const counts = new Map<string, number>()
  let text = original
  let changed = true
  while (changed) {
    changed = false
    const lower = text.toLowerCase()
    for (const rule of rules) {
      if (!mayHold(lower, rule.triggers)) continue
      const spans = maskable(rule.find(text), markersIn(text)).filter(
        (span) => !isAllowed(text.slice(span.start, span.end)),
      )
      if (spans.length === 0) continue
      text = masked(text, spans, `[redacted:${rule.kind}]`)
      counts.set(rule.kind, (counts.get(rule.kind) ?? 0) + spans.length)
      changed = true
    }
  }
  return { text, found: listFound(counts) }
}

function mayHold(lower: string, triggers: readonly string[]): boolean {
  return triggers.length === 0 || triggers.some((trigger) => lower.includes(trigger))
}

function masked(text: string, spans: readonly Span[], mask: string): string {
  const parts: string[] = []
  let at = 0
  for (const span of spans) {
    parts.push(text.slice(at, span.start), mask)
    at = span.end
  }
  parts.push(text.slice(at))
  return parts.join('')
}

function listFound(counts: ReadonlyMap<string, number>): Redacted['found'] {
  return [...counts].map(([kind, count]) => ({ kind, count })).sort(by((item) => item.kind, byText))
}

import type { Span } from './span.ts'

/** `name = value` in any of the ways that code, configuration and prose write it. */
export interface Assignment {
  readonly name: string
  readonly value: string
  readonly span: Span
  /** The value stands in quotes. */
  readonly quoted: boolean
  /** The name is a member of something: `config.token`. */
  readonly member: boolean
}

const MIN_LENGTH = 8
const NAME = /[\w-]+/g
const OPERATOR = /(?:\\*["'])?[ \t]*(?:=>|:=|:|=)[ \t]*(\\*["'`])?/y
const VALUE = /(?:[^\s"',;)}\]\\]|\\(?!["'\\]))+/y

/**
 * Assignments to names that `names` matches, with values of eight characters or more. Each run of
 * name characters is looked at once, so the time is linear whatever the text repeats.
 */
export function findAssignments(text: string, names: RegExp): readonly Assignment[] {
  const found: Assignment[] = []
  const runs = new RegExp(NAME)
  for (let run = runs.exec(text); run !== null; run = runs.exec(text)) {
    if (!names.test(run[0])) continue
    const assignment = assignmentOf(text, run[0], run.index)
    if (assignment === undefined) continue
    found.push(assignment)
    runs.lastIndex = assignment.span.end
  }
  return found
}

function assignmentOf(text: string, name: string, at: number): Assignment | undefined {
  const operator = matchAt(OPERATOR, text, at + name.length)
  if (operator === undefined) return undefined
  const start = at + name.length + operator[0].length
  const before = text.charAt(at - 1)
  const value = matchAt(VALUE, text, start)?.[0]
  if (value === undefined) return undefined
  const cut = before === '?' || before === '&' ? (value.split(/[&#]/, 1)[0] ?? value) : value
  if (cut.length < MIN_LENGTH) return undefined
  return {
    name,
    value: cut,
    span: { start, end: start + cut.length },
    quoted: operator[1] !== undefined,
    member: before === '.',
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

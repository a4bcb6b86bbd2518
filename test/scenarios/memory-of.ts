import { expect } from 'vitest'
import type { Sandbox } from './sandbox.ts'

/** An entry as `varve list --json` gives it: the members that tests look at. */
export interface ListedEntry {
  readonly id: string
  readonly content: string
  readonly category: string
  readonly title?: string
  readonly tags: readonly string[]
  readonly state: string
  readonly hidden?: { readonly reason: string; readonly by: string | null }
  readonly sightings?: number
  readonly recorded: string
  readonly updated: string
  readonly source: Readonly<Record<string, unknown>>
}

interface List {
  readonly items: readonly ListedEntry[]
}

/** What is shown. */
export function shown(sandbox: Sandbox, ...flags: readonly string[]): readonly ListedEntry[] {
  return sandbox.askJson<List>(['list', '--limit', '0', ...flags]).items
}

/** All there is, hidden entries too. */
export function everything(sandbox: Sandbox): readonly ListedEntry[] {
  return shown(sandbox, '--raw')
}

export function contents(entries: readonly ListedEntry[]): readonly string[] {
  return entries.map(({ content }) => content).sort()
}

export interface LoggedPlan {
  readonly plan_id: string
  readonly at: string
  readonly stage: string
  readonly actor: string
  readonly via: string
  readonly command: string
  readonly reason?: string
  readonly undone_by: string | null
  readonly ops: readonly Readonly<Record<string, unknown>>[]
}

/** Newest first. */
export function logged(sandbox: Sandbox, ...flags: readonly string[]): readonly LoggedPlan[] {
  return sandbox.askJson<{ items: readonly LoggedPlan[] }>(['log', '--limit', '1000000', ...flags]).items
}

export interface ReportedIssue {
  readonly code: string
  readonly severity: string
  readonly subjects: readonly string[]
  readonly message: string
  readonly detail?: Readonly<Record<string, unknown>>
  readonly fix: readonly string[]
}

/** Doctor's answer, whatever it ends with. */
export function examine(sandbox: Sandbox, ...flags: readonly string[]) {
  const args = ['doctor', '--json', ...flags]
  const { status, stdout } = flags.includes('--fix') ? sandbox.run(args) : sandbox.ask(args)
  // The answer of our own command.
  const report = JSON.parse(stdout) as {
    readonly issues: readonly ReportedIssue[]
    readonly mended: readonly string[]
    readonly checked: number
  }
  return { status, ...report }
}

/** Nothing is wrong: every record proves whole, and the state is what the journal adds up to. */
export function expectSound(sandbox: Sandbox): void {
  expect(examine(sandbox)).toMatchObject({ status: 0, issues: [] })
}

/** The error that a command prints as JSON. */
export function errorOf(stderr: string): {
  readonly code: number
  readonly type: string
  readonly message: string
  readonly subjects: readonly string[]
  readonly fix: readonly string[]
} {
  return JSON.parse(stderr).error
}

import { recordHeader, recordLine, warningLine } from '@varve/core'
import { tokenSize } from '@varve/core/fidelity'
import { counted } from '../counted.ts'
import type { OperationResult } from '../operation.ts'
import type { FittedPolicy, FittedSession } from './fitted-session.ts'
import { largestElided } from './largest-elided.ts'
import { shellWord } from './shell-word.ts'

const LARGEST = 20

/** What fitting a session would have done, for people and machines; `file` is what it was read from. */
export function renderFit(fitted: FittedSession, file: string, withParts: boolean): OperationResult {
  return {
    json: fitJson(fitted, withParts),
    human: `${[...humanHead(fitted, file), ...(withParts ? partTable(fitted) : [])].join('\n')}\n`,
    records: `${records(fitted, withParts).join('\n')}\n`,
    issues: fitted.issues,
  }
}

function fitJson(fitted: FittedSession, withParts: boolean): object {
  const { transcript, calls, peak, window, advice, issues, settings, money } = fitted
  return {
    transcript: {
      format: transcript.format,
      session: transcript.externalId,
      model: transcript.model ?? null,
      segments: transcript.segments.length,
      calls,
      tokens: peak,
    },
    price: { name: money.name, recorded: money.isRecorded },
    policies: fitted.policies.map((policy) => policyJson(policy, settings.budget)),
    window: { segment: window.segment, call: window.call, tokens: window.view.tokens },
    kept: window.view.levels,
    largest: largestElided(fitted, LARGEST).map(({ handle, key, kind, tool, target, tokens: size }) => ({
      handle,
      key,
      kind,
      tool: tool ?? null,
      path: target?.path ?? null,
      tokens: size,
    })),
    advice: { m_star: advice.batch, high: advice.high, low: advice.low },
    ...(withParts ? { parts: partsJson(fitted) } : {}),
    issues,
  }
}

export function policyJson({ name, figures, passes, dollars }: FittedPolicy, budget: number): object {
  return {
    name,
    config: { budget },
    tok: figures.tokens,
    cost_ratio: figures.cost,
    cost_usd: dollars,
    passes,
    busts: figures.busts,
    frr: figures.recall,
    uar: figures.unsupported,
    uir: figures.userLines,
    new_violations: figures.violations,
    cost_refetch_ratio: figures.refetchCost,
  }
}

/** One row a part, with names as other answers have them. */
export function partsJson({ window }: Pick<FittedSession, 'window'>): readonly object[] {
  return window.parts.map(({ key, kind, message, target, level, tokens, shown, reason, cost }) => ({
    key,
    kind,
    message,
    ...(target === undefined ? {} : { op: target.operation }),
    ...(target?.path === undefined ? {} : { path: target.path }),
    level,
    tokens,
    shown,
    reason,
    ...(cost === undefined
      ? {}
      : {
          class: cost.class,
          p: cost.p,
          need: cost.need,
          gain: cost.gain,
          loss: cost.loss,
          signals: cost.signals,
        }),
  }))
}

function humanHead(fitted: FittedSession, file: string): readonly string[] {
  const { transcript, calls, window, advice, money, peak, policies, settings } = fitted
  const messages = transcript.segments.reduce((sum, segment) => sum + segment.window.messages.length, 0)
  const { full, compressed, placeholder } = window.view.levels
  const [largest] = largestElided(fitted, 1)
  const [, chosen, clear] = policies
  const session = `${transcript.agent} session ${transcript.externalId.slice(0, 8)}`.trimEnd()
  const counts = `${counted(transcript.segments.length, 'segment')}, ${counted(messages, 'message')}, ${counted(calls, 'call')}, up to ${tokenSize(peak)} tokens`
  return [
    `${[session, ...(transcript.model === undefined ? [] : [transcript.model])].join(' · ')} · ${counts}`,
    ...policyTable(fitted.policies),
    `Cost incl. refetch: ${chosen?.name ?? ''} ${percent(chosen?.figures.refetchCost ?? 1)}, ${clear?.name ?? ''} ${percent(clear?.figures.refetchCost ?? 1)}. Best batch for ${money.name}: about ${tokenSize(advice.batch)} tokens (you use ${tokenSize(advice.high - advice.low)}).`,
    `Window of call ${window.call}${transcript.segments.length > 1 ? ` in segment ${window.segment}` : ''}, ${tokenSize(window.sizes.at(-1)?.raw ?? 0)} tokens, fitted to ${tokenSize(window.view.tokens)}: ${counted(full, 'part')} full, ${compressed} compressed, ${placeholder} left out.`,
    ...(largest === undefined
      ? ['Nothing had to be left out.']
      : [
          `Largest left out: ${largest.subject}, ${tokenSize(largest.tokens)}: varve fit recall ${largest.handle} --transcript ${shellWord(file)}`,
        ]),
    `${money.isRecorded ? 'Cost as the session recorded it, answers included' : `Cost of input alone at list prices (${money.name})`}; what would be read again is counted in. Budget ${tokenSize(settings.budget)}.`,
    'Limits: replay of a recorded session; the agent saw everything, and no model was asked.',
  ]
}

/** Policies side by side. */
export function policyTable(policies: readonly FittedPolicy[]): readonly string[] {
  const width = Math.max(...policies.map(({ name }) => name.length)) + 2
  const head = ['tokens', 'cost', 'passes', 'recall', 'unsupported', 'user lines']
  const widths = [8, 9, 8, 8, 13, 12]
  const cells = (values: readonly string[]) =>
    values.map((value, place) => value.padStart(widths[place] ?? 8)).join('')
  return [
    `${' '.repeat(width + 2)}${cells(head)}`,
    ...policies.map(({ name, figures, passes, dollars }) => {
      const values = [
        percent(figures.tokens),
        `$${dollars.toFixed(2)}`,
        String(passes),
        percent(figures.recall),
        percent(figures.unsupported),
        percent(figures.userLines),
      ]
      return `  ${name.padEnd(width)}${cells(values)}`
    }),
  ]
}

function percent(share: number): string {
  const value = (share * 100).toFixed(1)
  return `${value === '100.0' ? '100' : value} %`
}

function partTable({ window }: FittedSession): readonly string[] {
  const rows = window.parts.map(({ message, kind, target, level, tokens, shown, reason, cost }) => [
    String(message),
    kind,
    level,
    String(tokens),
    String(shown),
    cost === undefined ? '' : cost.p.toFixed(4),
    cost === undefined ? '' : cost.loss.toFixed(4),
    reason,
    target?.path ?? '',
  ])
  const head = ['#', 'kind', 'level', 'tokens', 'shown', 'p', 'loss', 'reason', 'target']
  const widths = head.map((name, place) =>
    Math.max(name.length, ...rows.map((row) => row[place]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, place) => cell.padEnd(widths[place] ?? 0))
      .join('  ')
      .trimEnd()
  return ['', line(head), ...rows.map(line)]
}

function records(fitted: FittedSession, withParts: boolean): readonly string[] {
  const { transcript, calls, peak, policies, window, issues } = fitted
  return [
    recordHeader('fit', { session: transcript.externalId, calls, tokens: peak }),
    ...policies.map(({ name, figures }) =>
      recordLine('D', ['policy', name.replaceAll(' ', '_')], {
        tok: figures.tokens.toFixed(3),
        frr: figures.recall.toFixed(3),
        uar: figures.unsupported.toFixed(3),
        uir: figures.userLines.toFixed(3),
        cost: figures.cost.toFixed(3),
      }),
    ),
    ...(withParts
      ? window.parts.map(({ key, level, reason, cost }) =>
          recordLine('D', ['part', key], {
            level,
            ...(cost === undefined
              ? {}
              : { class: cost.class, p: cost.p.toFixed(4), loss: cost.loss.toFixed(4) }),
            reason,
          }),
        )
      : []),
    ...issues.map(({ code, message }) => warningLine(`${code} ${message}`)),
  ]
}

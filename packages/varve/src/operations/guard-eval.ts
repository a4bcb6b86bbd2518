import { resolve } from 'node:path'
import { recordHeader, recordLine, VarveError } from '@varve/core'
import { type EvalFigures, type EvalReport, evaluatePairs, parseLabelledPairs } from '@varve/core/guard'
import { readTextFile } from '../files/read-text-file.ts'
import type { OperationContext } from './context.ts'
import { rest } from './field.ts'
import { defineOperation } from './operation.ts'

/** `varve guard eval`: the guard's operating point on labelled pairs. */
export const guardEval = defineOperation({
  name: 'guard eval',
  summary: 'Measure the guard on labelled pairs',
  effect: 'reads',
  standsAlone: true,
  fields: { files: rest('Tables of pairs: id, label, class, lang, a, b, ctx, with tabs', 'pairs.tsv') },
  examples: ['varve guard eval pairs.tsv', 'varve guard eval en.tsv ja.tsv --json'],
  run({ files }, context) {
    if (files.length === 0)
      throw new VarveError('usage', 'guard eval needs a file', { fix: [guardEval.examples[0]] })
    const report = evaluatePairs(files.flatMap((file) => parseLabelledPairs(readPairs(context, file))))
    return {
      json: report,
      human: human(report),
      records: records(report),
      exit: report.total.false_automatic > 0 ? 1 : 0,
    }
  },
})

function readPairs(context: OperationContext, file: string): string {
  const found = readTextFile(resolve(context.cwd, file))
  if (found === undefined) throw new VarveError('not_found', `no such file: ${file}`, { subjects: [file] })
  return found
}

const COLUMNS = ['pairs', 'false', 'blocked', 'contradictions', 'surface', 'automatic', 'over-veto'] as const

function human(report: EvalReport): string {
  const rows = listRows(report)
  const width = Math.max(...rows.map(([name]) => name.length))
  return [
    `${''.padEnd(width)}  ${COLUMNS.join('  ')}`,
    ...rows.map(([name, figures]) => `${name.padEnd(width)}  ${cells(figures).join('  ')}`),
    ...(report.false_automatic_ids.length === 0
      ? ['No two different facts would be merged.']
      : [`Different facts that would be merged: ${report.false_automatic_ids.join(', ')}`]),
    '',
  ].join('\n')
}

function listRows({
  languages,
  classes,
  total,
}: EvalReport): readonly (readonly [name: string, figures: EvalFigures])[] {
  return [...Object.entries(languages), ...Object.entries(classes), ['total', total]]
}

function cells(figures: EvalFigures): readonly string[] {
  const shares = [
    figures.blocked_or_held,
    figures.contradiction_recall,
    figures.surface_recall,
    figures.automatic_recall,
    figures.over_veto,
  ].map((share) => `${(100 * share).toFixed(0)} %`)
  return [String(figures.pairs), String(figures.false_automatic), ...shares].map((cell, index) =>
    cell.padStart(COLUMNS[index]?.length ?? 0),
  )
}

function records(report: EvalReport): string {
  return `${[
    recordHeader('guard.eval', { ...report.total, passes: report.passes }),
    ...listRows(report).map(([name, figures]) => recordLine('D', ['figures', name], { ...figures })),
  ].join('\n')}\n`
}

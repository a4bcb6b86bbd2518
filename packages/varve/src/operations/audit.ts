import {
  by,
  byNumber,
  byText,
  type EntryId,
  entryId,
  inOrder,
  recordHeader,
  recordLine,
  reversed,
  VarveError,
} from '@varve/core'
import { FINDING_KINDS, FINDING_TITLES, type Finding, type FindingKind, type Place } from './audit/finding.ts'
import { listFindings } from './audit/list-findings.ts'
import { clipLine } from './clip-line.ts'
import { viewFor } from './commit.ts'
import { nearPairsNow } from './compare-texts.ts'
import type { OperationContext } from './context.ts'
import { counted } from './counted.ts'
import { integer, rest, text } from './field.ts'
import { readRaw } from './import/read-imports.ts'
import { importFiles } from './import.ts'
import { type MemoryMeasure, measureMemory } from './measure-memory.ts'
import { defineOperation, type OperationResult } from './operation.ts'
import { parseInput } from './parse-input.ts'

const DEFAULT_LIMIT = 5
const SHOWN_TEXT = 100

/** `varve audit [path…]`: the health of this memory, or of any store that can be imported. */
export const audit = defineOperation({
  name: 'audit',
  summary: 'Report on the health of a memory, yours or any other',
  effect: 'reads',
  fields: {
    paths: rest('Files or folders of any kind that import knows; this memory, where none is named', 'path'),
    failOn: text(`Exit 1 where one of these is found, with commas: ${FINDING_KINDS.join(', ')}`, {
      value: 'kinds',
    }),
    limit: integer(`How many of each kind are shown (default ${DEFAULT_LIMIT}; 0 for all)`),
  },
  examples: ['varve audit CLAUDE.md AGENTS.md', 'varve audit --fail-on secret,contradiction --json'],
  async run({ paths, failOn, limit = DEFAULT_LIMIT }, context) {
    const kinds = readKinds(failOn)
    const report = paths.length === 0 ? reportOn(context, []) : await reportOnFiles(context, paths)
    const isFailed = report.findings.some((finding) => kinds.has(finding.kind))
    return { ...render(report, limit), exit: isFailed ? 1 : 0 }
  },
})

interface Report {
  readonly findings: readonly Finding[]
  readonly measure: MemoryMeasure
}

function readKinds(failOn: string | undefined): ReadonlySet<FindingKind> {
  const names = failOn === undefined ? [] : failOn.split(',').map((name) => name.trim())
  const kinds = names.map((name) => {
    const kind = FINDING_KINDS.find((known) => known === name)
    if (kind) return kind
    throw new VarveError('invalid_value', `no such finding: ${name}; known: ${FINDING_KINDS.join(', ')}`, {
      fix: [audit.examples[1]],
    })
  })
  return new Set(kinds)
}

/** The files are imported into a memory that is thrown away; nothing of the project is touched. */
async function reportOnFiles(context: OperationContext, paths: readonly string[]): Promise<Report> {
  const { context: sandbox, discard } = context.throwAway()
  const within = { ...sandbox, cwd: context.cwd, place: { ...sandbox.place, top: context.place.top } }
  try {
    const secrets = await findSecrets(within, paths)
    await importFiles.run(parseInput(importFiles, { paths }), within)
    return reportOn(within, secrets)
  } finally {
    discard()
  }
}

function reportOn(context: OperationContext, secrets: readonly Finding[]): Report {
  const reader = context.reading()
  const view = viewFor(context, reader)
  const findings = [...secrets, ...listFindings(reader, view, nearPairsNow(reader))]
    .map(inPlaceOrder)
    .sort(findingOrder)
  return { findings, measure: measureMemory(context) }
}

function inPlaceOrder(finding: Finding): Finding {
  return { ...finding, places: finding.places.toSorted(placeOrder) }
}

const placeOrder = inOrder<Place>(
  by((place) => place.at ?? place.id, byText),
  by((place) => place.text, byText),
)

/** By kind, then most alike first, then by where they stand. */
const findingOrder = inOrder<Finding>(
  by((finding) => FINDING_KINDS.indexOf(finding.kind), byNumber),
  reversed(by((finding) => finding.score ?? 0, byNumber)),
  by((finding) => finding.places.map((place) => place.at ?? place.id).join(' '), byText),
)

/** Where a secret stands in the files, by what it looks like; never the value. */
async function findSecrets(context: OperationContext, paths: readonly string[]): Promise<readonly Finding[]> {
  const read = await readRaw(context, paths)
  return read
    .flatMap(({ parsed }) => parsed.drafts)
    .flatMap(({ fields, id }): readonly Finding[] => {
      const { found, text } = context.redactor.redact(fields.content)
      if (found.length === 0) return []
      const at = `${fields.source.file}:${fields.source.line ?? 1}`
      const place = { id: id ?? PLACEHOLDER, at, text }
      return [{ kind: 'secret', places: [place], reasons: found.map(({ kind }) => kind) }]
    })
}

/** A file's items have no id before they are imported. */
const PLACEHOLDER: EntryId = entryId('unimported')

function render({ findings, measure }: Report, limit: number): OperationResult {
  const counts = Object.fromEntries(
    FINDING_KINDS.map((kind) => [kind, findings.filter((finding) => finding.kind === kind).length]),
  )
  const saved = measure.tokens - measure.visibleTokens
  return {
    json: {
      entries: measure.entries,
      counts,
      tokens: { all: measure.tokens, visible: measure.visibleTokens, saved, index: measure.indexTokens },
      findings,
    },
    human: [
      `${counted(measure.entries, 'entry', 'entries')}, ${measure.tokens} tokens; compaction would save ${saved} and start a session with ${measure.indexTokens}`,
      ...FINDING_KINDS.flatMap((kind) =>
        sectionLines(
          kind,
          findings.filter((finding) => finding.kind === kind),
          limit,
        ),
      ),
      findings.length === 0 ? 'Nothing found' : counted(findings.length, 'finding'),
      '',
    ].join('\n'),
    records: `${[
      recordHeader('audit', { entries: measure.entries, tokens: measure.tokens, saved, ...counts }),
      ...findings.map((finding) =>
        recordLine(
          'D',
          [finding.kind, ...finding.places.map((place) => ({ quoted: place.at ?? place.id }))],
          { score: finding.score, reasons: finding.reasons.join(',') },
        ),
      ),
    ].join('\n')}\n`,
  }
}

function sectionLines(kind: FindingKind, findings: readonly Finding[], limit: number): readonly string[] {
  if (findings.length === 0) return []
  const shown = limit === 0 ? findings : findings.slice(0, limit)
  const more = findings.length - shown.length
  return [
    '',
    `${FINDING_TITLES[kind]}: ${findings.length}`,
    ...shown.flatMap(({ places, reasons }) => [
      ...places.map(
        (place, index) =>
          `  ${index === 0 ? '•' : ' '} ${place.at ?? place.id}  ${clipLine(place.text, SHOWN_TEXT)}`,
      ),
      ...(kind === 'exact_duplicate' || reasons.length === 0 ? [] : [`    ${reasons.join(', ')}`]),
    ]),
    ...(more > 0 ? [`  … and ${more} more: varve audit --limit 0`] : []),
  ]
}

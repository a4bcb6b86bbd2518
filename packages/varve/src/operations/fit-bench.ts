import { readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { byText, recordHeader, recordLine, VarveError } from '@varve/core'
import { addSums, figuresOf, replaySession } from '@varve/core/fidelity'
import type { OperationContext } from './context.ts'
import { integer, positional } from './field.ts'
import {
  BUDGET,
  readOptionsOf,
  settingsOf,
  TRANSCRIPT_FIELDS,
  type TranscriptInput,
} from './fit/fit-fields.ts'
import type { FittedPolicy } from './fit/fitted-session.ts'
import { readTranscripts } from './fit/read-transcripts.ts'
import { policyJson, policyTable } from './fit/render-fit.ts'
import { replayPolicies } from './fit/replay-policies.ts'
import { defineOperation } from './operation.ts'

const { transcript: _, segment: __, call: ___, session: ____, branch: _____, ...FIELDS } = TRANSCRIPT_FIELDS
const SESSIONS = /\.(?:jsonl|json|md|db)(?:\.gz)?$/

interface ReplayedSession {
  readonly file: string
  readonly session: string
  readonly calls: number
  readonly policies: readonly FittedPolicy[]
}

/** `varve fit bench <folder>`: the same for all sessions of a folder at once; one alone is noisy. */
export const fitBench = defineOperation({
  name: 'fit bench',
  summary: 'Replay all sessions of a folder, and add up what fitting them would have done',
  effect: 'reads',
  standsAlone: true,
  fields: {
    folder: positional('A folder of sessions as agents wrote them down', 'folder'),
    ...FIELDS,
    minCalls: integer('Only sessions of so many calls (default 20)', { minimum: 1, value: 'calls' }),
  },
  examples: [
    'varve fit bench ~/.claude/projects/my-project',
    'varve fit bench sessions --preset lean --json',
  ],
  async run({ folder, minCalls = 20, ...given }, context) {
    const input = { ...given, segment: undefined, call: undefined, session: undefined, branch: undefined }
    const sessions = await replayFolder(context, resolve(context.cwd, folder), input, minCalls)
    if (sessions.length === 0) {
      throw new VarveError('unreadable', `no session of ${minCalls} calls or more in ${folder}`, {
        subjects: [folder],
        fix: [`varve fit bench ${folder} --min-calls 1`],
      })
    }
    const policies = together(sessions)
    const calls = sessions.reduce((sum, session) => sum + session.calls, 0)
    const { budget = BUDGET } = input
    return {
      json: {
        sessions: sessions.map(({ file, session, calls: own, policies: rows }) => ({
          file,
          session,
          calls: own,
          policies: rows.map((row) => policyJson(row, budget)),
        })),
        calls,
        policies: policies.map((row) => policyJson(row, budget)),
      },
      human: `${[`${sessions.length} sessions, ${calls} calls`, ...policyTable(policies), LIMITS].join('\n')}\n`,
      records: `${[
        recordHeader('fit.bench', { sessions: sessions.length, calls }),
        ...policies.map(({ name, figures }) =>
          recordLine('D', ['policy', name.replaceAll(' ', '_')], {
            tok: figures.tokens.toFixed(3),
            frr: figures.recall.toFixed(3),
            uar: figures.unsupported.toFixed(3),
            uir: figures.userLines.toFixed(3),
            cost: figures.cost.toFixed(3),
          }),
        ),
      ].join('\n')}\n`,
    }
  },
})

const LIMITS =
  'Limits: replay of recorded sessions; the agents saw everything, a match of words is no understanding, and no model was asked.'

async function replayFolder(
  context: OperationContext,
  folder: string,
  input: TranscriptInput,
  minCalls: number,
): Promise<readonly ReplayedSession[]> {
  const files = sessionFiles(folder)
  const seen = new Set<string>()
  const sessions: ReplayedSession[] = []
  for (const [place, file] of files.entries()) {
    context.progress('replaying', place, files.length)
    for (const transcript of await readQuietly(context, file, input)) {
      // A session that was stored twice counts once.
      if (seen.has(transcript.sessionId)) continue
      seen.add(transcript.sessionId)
      const { segments } = replaySession(transcript)
      const settings = settingsOf(input, context, transcript)
      const { calls, policies } = replayPolicies(transcript, segments, settings)
      if (calls >= minCalls)
        sessions.push({ file: relative(folder, file), session: transcript.externalId, calls, policies })
    }
  }
  return sessions
}

function sessionFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && SESSIONS.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort(byText)
  } catch (cause) {
    throw new VarveError('not_found', `no such folder: ${folder}`, { subjects: [folder], cause })
  }
}

/** A folder of sessions may hold other files too. */
async function readQuietly(context: OperationContext, file: string, input: TranscriptInput) {
  try {
    return (await readTranscripts(context, file, readOptionsOf(input))).transcripts
  } catch (error) {
    if (VarveError.isInstance(error)) return []
    throw error
  }
}

/** Ratios of sums, so that long sessions count for what they are. */
function together(sessions: readonly ReplayedSession[]): readonly FittedPolicy[] {
  const [first] = sessions
  return (first?.policies ?? []).map(({ name }, place) => {
    const rows = sessions.flatMap(({ policies }) => policies[place] ?? [])
    const sums = addSums(rows.map((row) => row.sums))
    const add = (pick: (row: FittedPolicy) => number) => rows.reduce((total, row) => total + pick(row), 0)
    return {
      name,
      sums,
      figures: figuresOf(sums),
      passes: add(({ passes }) => passes),
      dollars: add(({ dollars }) => dollars),
    }
  })
}

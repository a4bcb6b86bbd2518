import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readTranscript } from '@varve/core/fidelity'
import {
  type LearnSession,
  listSessionRecords,
  mergeSession,
  readLearnSession,
  type Transcript,
} from '@varve/core/sessions'
import { ROOT } from '../measure.ts'

export const DATA = process.env.VARVE_DATA ?? join(ROOT, '../shared/data')

/** A session that was recorded, as the learner reads it. */
export interface RecordedSession {
  /** The agent's own id of it. */
  readonly externalId: string
  readonly file: string
  readonly read: LearnSession
}

/** The sessions of each project of the public transcripts, each session once. Empty without the data. */
export function readProjects(): ReadonlyMap<string, readonly RecordedSession[]> {
  const manifest = join(DATA, 'transcripts/MANIFEST.tsv')
  if (!existsSync(manifest)) return new Map()
  const projects = new Map<string, Map<string, RecordedSession>>()
  for (const line of readFileSync(manifest, 'utf8').trim().split('\n').slice(1)) {
    const [file = '', , project = ''] = line.split('\t')
    const sessions = projects.get(project) ?? new Map<string, RecordedSession>()
    projects.set(project, sessions)
    for (const session of readFile(file)) {
      const known = sessions.get(session.read.session.id)
      // The same session may lie there as it was at two times.
      if (known === undefined || known.read.steps.length < session.read.steps.length)
        sessions.set(session.read.session.id, session)
    }
  }
  return new Map([...projects].map(([name, sessions]) => [name, [...sessions.values()]]))
}

function readFile(file: string): readonly RecordedSession[] {
  const bytes = readFileSync(join(DATA, 'transcripts', file))
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return readTranscript(text, { externalId: file }).transcripts.map((transcript) => ({
    externalId: transcript.externalId,
    file,
    read: learnSession(transcript),
  }))
}

function learnSession(transcript: Transcript): LearnSession {
  const messages = listSessionRecords(transcript, { reasoning: false })
  const session = mergeSession(undefined, transcript, {
    put: { added: messages.length, parts: 0, revised: 0, bytes: 0 },
    raw: 0,
    redactions: {},
    writtenAt: 0,
    redact: (text) => text,
  })
  return readLearnSession(
    session,
    messages.map((message, ordinal) => ({ ...message, ordinal })),
  )
}

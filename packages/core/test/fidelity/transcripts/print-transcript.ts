import type { TranscriptFile } from '../../../src/fidelity/transcripts/open-transcript.ts'
import type { Transcript } from '../../../src/fidelity/transcripts/transcript.ts'

/** A file of transcripts as JSON, a message a line: without the host's own objects, which the fixture shows. */
export function printTranscripts({ format, transcripts }: TranscriptFile): string {
  return `${JSON.stringify({ format }, null, 1)}\n${transcripts.map(printTranscript).join('')}`
}

function printTranscript(transcript: Transcript): string {
  const { segments, usage, issues, ...facts } = transcript
  const lines = segments.flatMap(({ start, firstNew, window }) => [
    `segment ${start} firstNew=${firstNew} overhead=${window.overhead.tokens}`,
    ...window.messages.map(({ raw: _hosts, parts, ...message }) =>
      JSON.stringify({ ...message, parts: parts.map(({ raw: _host, ...part }) => part) }),
    ),
  ])
  return [
    '',
    JSON.stringify(facts),
    ...lines,
    ...usage.map((call) => `usage ${JSON.stringify(call)}`),
    ...issues.map(({ code, detail }) => `issue ${code} ${JSON.stringify(detail ?? {})}`),
    '',
  ].join('\n')
}

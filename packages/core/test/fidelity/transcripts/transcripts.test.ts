import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { TRANSCRIPT_FORMATS } from '../../../src/fidelity/transcripts/formats.ts'
import {
  readTranscript,
  type TranscriptFile,
  TranscriptStream,
} from '../../../src/fidelity/transcripts/open-transcript.ts'
import { printTranscripts } from './print-transcript.ts'

const FOLDER = join(import.meta.dirname, 'fixtures')
const FIXTURES = readdirSync(FOLDER)
  .sort()
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }))

/** The format of a fixture is the longest one that its name begins with. */
function formatOf(name: string): string {
  const fitting = TRANSCRIPT_FORMATS.map((format) => format.name).filter((format) => name.startsWith(format))
  return fitting.sort((a, b) => b.length - a.length)[0] ?? ''
}

describe('fixtures', () => {
  it('hold every format that can be read', () => {
    const read = new Set(FIXTURES.map(({ name }) => formatOf(name)))
    expect([...read].sort()).toEqual(TRANSCRIPT_FORMATS.map((format) => format.name).sort())
  })
})

describe.each(FIXTURES)('$name', ({ name, text }) => {
  const from = formatOf(name)

  it('is recognised by its content and read as the golden file says [CAM-23]', async () => {
    const file = readTranscript(text)
    expect(file.format).toBe(from)
    await expect(printTranscripts(file)).toMatchFileSnapshot(`./goldens/${name}.txt`)
  })

  it('reads the same in chunks of any size', () => {
    for (const size of [1, 7, 4096]) {
      const stream = new TranscriptStream()
      for (let start = 0; start < text.length; start += size) stream.push(text.slice(start, start + size))
      expect(printTranscripts(stream.end())).toBe(printTranscripts(readTranscript(text)))
    }
  })

  it('is the same without the objects of its host, but for them', () => {
    const isOfHost = (name: string) => name === 'raw'
    const without = (file: TranscriptFile) =>
      JSON.stringify(file, (name, value) => (isOfHost(name) ? undefined : value))
    const slim = readTranscript(text, { withoutRaw: true })
    expect(without(slim)).toBe(without(readTranscript(text)))
    const messages = slim.transcripts.flatMap(({ segments }) =>
      segments.flatMap(({ window }) => window.messages),
    )
    const raws = messages.flatMap(({ raw, parts }) => [raw, ...parts.map((part) => part.raw)])
    expect(raws.every((raw) => raw === undefined)).toBe(true)
  })

  it('is read as far as it goes wherever it is cut [CAM-24]', () => {
    const whole = readTranscript(text).transcripts.length
    // Long fixtures are cut at every seventh character, so that the suite stays fast.
    const step = text.length > 3000 ? 7 : 1
    for (let end = 0; end <= text.length; end += step) {
      const file = readTranscript(text.slice(0, end), { from })
      expect(file.format).toBe(from)
      // A cut never brings a session to light that the whole doesn't have.
      expect(file.transcripts.length).toBeLessThanOrEqual(whole)
    }
  })

  it('is read on behind any line of garbage [CAM-24]', () => {
    const lines = text.split('\n')
    for (let index = 0; index < lines.length; index++) {
      const broken = lines.with(index, '{"garbage": [tru').join('\n')
      const file = readTranscript(broken, { from })
      expect(file.format).toBe(from)
      if (!name.endsWith('.jsonl') || lines[index] === '') continue
      expect(file.issues.map((issue) => issue.code)).toContain('transcript_bad_line')
      expect(file.transcripts.length).toBeGreaterThan(0)
    }
  })
})

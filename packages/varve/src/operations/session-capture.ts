import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { recordHeader, VarveError } from '@varve/core'
import { flag, text } from './field.ts'
import { defineOperation } from './operation.ts'
import { SAID_OF_SKIPPED } from './session/capture.ts'
import { captureFile, unreadableFile } from './session/capture-file.ts'

/** `varve session capture`: what hooks do after each turn, by hand. */
export const sessionCapture = defineOperation({
  name: 'session capture',
  summary: 'Take in what came to a session since it was last read',
  effect: 'writes',
  fields: {
    transcript: text('The file that the agent writes the session to', { value: 'file' }),
    anyProject: flag('Take a session of another project too'),
  },
  examples: [
    'varve session capture --transcript session.jsonl',
    'varve session capture --transcript session.jsonl --json',
  ],
  run({ transcript, anyProject }, context) {
    if (transcript === undefined) {
      throw new VarveError('usage', 'session capture needs --transcript <file>', {
        fix: [sessionCapture.examples[0]],
      })
    }
    const path = resolve(context.cwd, transcript)
    if (!existsSync(path)) {
      throw new VarveError('not_found', `no such file: ${transcript}`, {
        subjects: [transcript],
        fix: ['varve session import <folder>'],
      })
    }
    const capture = captureFile(context, realpathSync(path), { anyProject })
    if (capture.skipped === 'unreadable') throw unreadableFile(path)
    const { sessions, messages, parts, offset, redactions, issues, skipped, bytes } = capture
    const [session = null] = sessions
    return {
      json: {
        session,
        captured: { messages, parts },
        offset,
        skipped: skipped ?? null,
        redactions,
        issues,
      },
      human: `${skipped === undefined ? `${messages} new messages (${parts} parts) of ${bytes} bytes` : `nothing new: ${SAID_OF_SKIPPED[skipped]}`}\n`,
      records: `${recordHeader('session.capture', { session: session ?? undefined, messages, parts, offset })}\n`,
      issues,
    }
  },
})

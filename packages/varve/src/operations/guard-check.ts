import { resolve } from 'node:path'
import { recordHeader, recordLine, VarveError } from '@varve/core'
import {
  checkRewrite,
  type RewriteRequest,
  type RewriteResult,
  type RewriteSource,
  renderRewriteResult,
} from '@varve/core/guard'
import { contextOf } from '@varve/core/near'
import * as z from 'zod/mini'
import { readTextFile } from '../files/read-text-file.ts'
import type { OperationContext } from './context.ts'
import { choice, list, text } from './field.ts'
import { findEntry } from './find-entry.ts'
import { isSecret } from './is-secret.ts'
import { defineOperation } from './operation.ts'

const KINDS = ['dedup', 'fuse', 'consolidates', 'digests', 'narrative', 'extract', 'reason'] as const

const REQUEST = z.object({
  kind: z.enum(KINDS),
  sources: z.array(z.object({ id: z.string(), text: z.string() })),
  output: z.string(),
  dropped: z.optional(
    z.array(
      z.object({
        type: z.string(),
        anchor: z.string(),
        source: z.string(),
        reason: z.enum(['superseded', 'duplicate-of', 'secret', 'out-of-scope']),
      }),
    ),
  ),
})

/** `varve guard check`: whether a text may stand for its sources. */
export const guardCheck = defineOperation({
  name: 'guard check',
  summary: 'Say whether a text may stand for others: nothing invented, nothing lost',
  effect: 'reads',
  standsAlone: true,
  fields: {
    kind: choice('What the text is for (default fuse)', KINDS),
    source: list('An entry that it was written from; may be given again', { value: 'id' }),
    output: text('The text'),
    request: text('A JSON file with kind, sources and output; - reads it from standard input', {
      value: 'file',
    }),
  },
  examples: [
    'varve guard check --source 7c1d09aa --source 1f0e88b2 --output "Use pnpm and Node 20."',
    'varve guard check --request proposal.json --json',
  ],
  async run({ kind = 'fuse', source, output, request }, context) {
    const asked =
      request === undefined
        ? { kind, sources: readSources(context, source), output: needOutput(output) }
        : parseRequest(request === '-' ? await context.readInput() : readRequest(context, request))
    const result = checkRewrite(asked, { isSecret: (anchor) => isSecret(anchor, context) })
    return {
      json: result,
      human: `${renderRewriteResult(result)}\n`,
      records: records(result),
      exit: result.verdict === 'reject' ? 1 : 0,
    }
  },
})

function readSources(context: OperationContext, ids: readonly string[]): readonly RewriteSource[] {
  const reader = context.reading()
  if (ids.length === 0) throw usage('guard check needs --source, or --request')
  return ids.flatMap((typed) => {
    const entry = reader.entry(findEntry(reader, typed))
    return entry === undefined ? [] : [{ id: entry.id, text: entry.content, ctx: contextOf(entry) }]
  })
}

function needOutput(output: string | undefined): string {
  if (output === undefined) throw usage('guard check needs --output, or --request')
  return output
}

function readRequest(context: OperationContext, file: string): string {
  const found = readTextFile(resolve(context.cwd, file))
  if (found === undefined) throw new VarveError('not_found', `no such file: ${file}`, { subjects: [file] })
  return found
}

function parseRequest(json: string): RewriteRequest {
  try {
    // The type of a dropped anchor is any name: the guard compares it and does no more.
    return REQUEST.parse(JSON.parse(json)) as RewriteRequest
  } catch (thrown) {
    const [issue] = thrown instanceof z.core.$ZodError ? thrown.issues : []
    const where = issue === undefined ? '' : `: ${issue.path.join('.')}: ${issue.message}`
    throw usage(`the request is not {"kind", "sources": [{"id", "text"}], "output"}${where}`)
  }
}

function usage(message: string): VarveError {
  return new VarveError('usage', message, { fix: [guardCheck.examples[0]] })
}

function records(result: RewriteResult): string {
  const { verdict, anchors, findings } = result
  return `${[
    recordHeader('guard.check', { verdict, anchors: anchors.total, kept: anchors.kept }),
    ...findings.map(({ check, ...details }) => recordLine('D', ['finding', check], details)),
  ].join('\n')}\n`
}

import { VarveError } from '@varve/core'
import { REQUEST_FORMATS, type RequestFormat } from '@varve/core/fidelity'
import type { OperationContext } from './context.ts'
import { choice, flag, text } from './field.ts'
import { readOptionsOf, settingsOf, TRANSCRIPT_FIELDS } from './fit/fit-fields.ts'
import { fitSession } from './fit/fit-session.ts'
import type { FittedSession } from './fit/fitted-session.ts'
import { readOne } from './fit/read-transcripts.ts'
import { renderFit } from './fit/render-fit.ts'
import { openSavedRun } from './fit/saved-run.ts'
import { growHeapSlowly } from './heap/old-heap.ts'
import { keepYoungHeap } from './heap/young-heap.ts'
import { defineOperation } from './operation.ts'

/** `varve fit <transcript>`: what fitting a session's window would have done. */
export const fit = defineOperation({
  name: 'fit',
  summary: 'Say what fitting a recorded session’s window would have done',
  effect: 'writes',
  standsAlone: true,
  fields: {
    ...TRANSCRIPT_FIELDS,
    explain: flag('List every part of the window: its level, the reason, what leaving it out would cost'),
    save: flag(
      'Keep what would have been decided, so that `varve fit passes` can show it; secrets are masked',
    ),
    html: text('Write the map of the window as one page', { value: 'file' }),
    out: text('Write the request that would have been sent for that call', { value: 'file' }),
    as: choice('In the words of (default anthropic-messages)', REQUEST_FORMATS),
  },
  examples: [
    'varve fit session.jsonl --html window.html --preset lean',
    'varve fit session.jsonl --out request.json --as openai-chat',
  ],
  async run({ transcript: file, explain, save, html, out, as, ...input }, context) {
    if (as !== undefined && out === undefined)
      throw new VarveError('usage', '--as says how --out is written; there is no --out', {
        fix: [fit.examples[1]],
      })
    await requireTargets(context.cwd, file, { html, out })
    keepYoungHeap()
    growHeapSlowly(10)
    const transcript = await readOne(context, file, {
      ...readOptionsOf(input),
      // A request is written in the host's own words.
      withoutRaw: out === undefined,
    })
    const progress = (done: number, total: number) => context.progress('replaying', done, total)
    const settings = settingsOf(input, context, transcript)
    const run = save ? openSavedRun(context.writingLedger(), transcript, settings, file) : undefined
    const fitted = fitSession(transcript, { ...settings, ...(run && { store: run.store }) }, progress)
    run?.keep(fitted.window.fidelity.state())
    const result = renderFit(fitted, file, explain)
    const written = await writeFiles(context, fitted, { html, out, as })
    return { ...result, human: `${result.human}${written.join('')}` }
  },
})

interface Targets {
  readonly html: string | undefined
  readonly out: string | undefined
  readonly as?: RequestFormat | undefined
}

/** Before the work is done: nobody waits for a replay whose result can't be written. */
async function requireTargets(cwd: string, file: string, { html, out }: Targets): Promise<void> {
  if (html === undefined && out === undefined) return
  const { requirePageTarget, requireRequestTarget } = await import('./fit/require-target.ts')
  if (html !== undefined) requirePageTarget(cwd, file, html)
  if (out !== undefined) requireRequestTarget(cwd, file, out)
}

/** Writes what was asked for, and says where it is. */
async function writeFiles(
  { cwd, redactor }: Pick<OperationContext, 'cwd' | 'redactor'>,
  fitted: FittedSession,
  { html, out, as = 'anthropic-messages' }: Targets,
): Promise<readonly string[]> {
  const written: string[] = []
  if (html !== undefined) {
    const { writePage } = await import('./fit/page/write-page.ts')
    const { renderPage } = await import('./fit/page/render-page.ts')
    writePage(cwd, html, renderPage(fitted))
    written.push(`The map of the window: ${html}\n`)
  }
  if (out !== undefined) {
    const { writeRequest } = await import('./fit/write-request.ts')
    writeRequest({ cwd, path: out, format: as }, fitted, redactor)
    written.push(`The request of call ${fitted.window.call}: ${out}\n`)
  }
  return written
}

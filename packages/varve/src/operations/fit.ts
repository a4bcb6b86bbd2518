import { flag, text } from './field.ts'
import { readOptionsOf, settingsOf, TRANSCRIPT_FIELDS } from './fit/fit-fields.ts'
import { fitSession } from './fit/fit-session.ts'
import { readOne } from './fit/read-transcripts.ts'
import { renderFit } from './fit/render-fit.ts'
import { openSavedRun } from './fit/saved-run.ts'
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
  },
  examples: ['varve fit session.jsonl', 'varve fit session.jsonl --html window.html --preset lean'],
  async run({ transcript: file, explain, save, html, ...input }, context) {
    const page = html === undefined ? undefined : await import('./fit/page/write-page.ts')
    page?.requirePageTarget(context.cwd, file, html ?? '')
    const transcript = await readOne(context, file, readOptionsOf(input))
    const progress = (done: number, total: number) => context.progress('replaying', done, total)
    const settings = settingsOf(input, context, transcript)
    const run = save ? openSavedRun(context.writingLedger(), transcript, settings, file) : undefined
    const fitted = fitSession(transcript, { ...settings, ...(run && { store: run.store }) }, progress)
    run?.keep(fitted.window.fidelity.state())
    const result = renderFit(fitted, explain)
    if (html === undefined || page === undefined) return result
    const { renderPage } = await import('./fit/page/render-page.ts')
    page.writePage(context.cwd, html, renderPage(fitted))
    return { ...result, human: `${result.human}The map of the window: ${html}\n` }
  },
})

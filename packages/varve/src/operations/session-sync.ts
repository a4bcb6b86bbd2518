import { existsSync } from 'node:fs'
import { recordHeader } from '@varve/core'
import { flag } from './field.ts'
import { defineOperation } from './operation.ts'
import { readSpool, type SpooledSession } from './session/spool-record.ts'
import { syncSessions } from './session/sync-sessions.ts'

/** `varve session sync`: what hooks left to be done. They start it themselves; nobody has to. */
export const sessionSync = defineOperation({
  name: 'session sync',
  summary: 'Take in what hooks left, and learn from it',
  effect: 'writes',
  fields: {
    status: flag('Only say what is left, and do nothing'),
    quiet: flag('Print nothing'),
  },
  examples: ['varve session sync', 'varve session sync --status'],
  async run({ status, quiet }, context) {
    if (status) {
      const pending = readSpool(context.place.dataDir)
      const leases = context.reading().leases()
      return {
        json: { pending: pending.map(pendingJson), leases },
        human: `${pending.length} sessions are waiting\n`,
        records: `${recordHeader('session.sync', { pending: pending.length })}\n`,
      }
    }
    const hasEnded = readSpool(context.place.dataDir).some(({ isEnded }) => isEnded)
    const done = syncSessions(context)
    if (hasEnded && !done.isBusy)
      await (await import('./consolidate/on-schedule.ts')).consolidateOnSchedule(context)
    if (context.via === 'hook') await (await import('./knowledge/sync-unasked.ts')).syncUnasked(context)
    const summary = {
      sessions: done.sessions,
      messages: done.messages,
      learnt: done.learnt,
      busy: done.isBusy,
    }
    return {
      json: summary,
      human: quiet
        ? ''
        : done.isBusy
          ? 'Another process is at it\n'
          : `${done.sessions} sessions, ${done.messages} new messages, ${done.learnt} new things learnt\n`,
      records: `${recordHeader('session.sync', summary)}\n`,
    }
  },
})

function pendingJson({ session, agent, transcript }: SpooledSession) {
  return {
    session,
    agent,
    transcript: transcript ?? null,
    missing: transcript !== undefined && !existsSync(transcript),
  }
}

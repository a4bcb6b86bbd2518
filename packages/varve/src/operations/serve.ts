import { VarveError } from '@varve/core'
import { flag, integer, text } from './field.ts'
import { defineOperation } from './operation.ts'

const PORT = 7482
const HOST = '127.0.0.1'
const PER_MINUTE = 1200

/** `varve serve --team`: the way to a team's server for people who have tokens and no database role. */
export const serve = defineOperation({
  name: 'serve',
  summary: 'Serve a team’s memory over HTTP to people who have tokens',
  effect: 'writes',
  standsAlone: true,
  fields: {
    team: flag(
      'The team of VARVE_TEAM_URL, which is asked as a gateway (there is nothing else to serve yet)',
    ),
    port: integer(`Where to listen (default ${PORT}; 0: any free port)`, { maximum: 65_535 }),
    host: text(`The address to listen on (default ${HOST}; one beyond this machine needs --trust-proxy)`, {
      value: 'address',
    }),
    trustProxy: flag('Believe the proxy before it who asks, and over what: X-Forwarded-For and -Proto'),
    rate: integer(`Calls that a member may make a minute (default ${PER_MINUTE})`, { minimum: 1 }),
  },
  examples: ['varve serve --team', 'varve serve --team --host 0.0.0.0 --trust-proxy'],
  async run({ team, port = PORT, host = HOST, trustProxy, rate = PER_MINUTE }, context) {
    if (!team) throw new VarveError('usage', 'serve needs --team', { fix: [serve.examples[0]] })
    await context.serveTeam({ port, host, trustProxy, perMinute: rate })
    // What was served was the answer.
    return { json: {}, human: '', records: '' }
  },
})

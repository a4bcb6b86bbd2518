import { randomBytes } from 'node:crypto'
import { recordHeader, VarveError, withoutUndefined } from '@varve/core'
import { createFidelity } from '@varve/core/fidelity'
import { isLoopback } from '../network/loopback.ts'
import { startProxy } from '../proxy/start-proxy.ts'
import { choice, flag, integer, text } from './field.ts'
import { BUDGET, gatePricesOf, priceNameOf, tuningOf } from './fit/fit-fields.ts'
import { priceOfUpstream } from './fit/money.ts'
import { settingsHash } from './fit/saved-run.ts'
import { defineOperation } from './operation.ts'

const EXAMPLE = 'varve fit proxy --upstream https://api.anthropic.com'

/** `varve fit proxy`: fits the windows of agents that can only change a base URL. Runs until it is interrupted. */
export const fitProxy = defineOperation({
  name: 'fit proxy',
  summary: 'Fit the windows of agents that can only change a base URL',
  effect: 'writes',
  standsAlone: true,
  fields: {
    upstream: text('The provider, such as https://api.anthropic.com', { value: 'url' }),
    listen: text('Address and port (default 127.0.0.1:0, any free port)', { value: 'address:port' }),
    budget: integer('Tokens that the model takes (default 200000)', { minimum: 1000, value: 'tokens' }),
    profile: choice('How windows are fitted', ['default', 'cam', 'off']),
    preset: choice('How early, and how far', ['light', 'balanced', 'lean']),
    save: flag('Keep decisions in the project’s store, so that a restart goes on from them'),
    allowRemote: flag(
      'Listen on an address that other machines can reach; they need the token that is printed',
    ),
  },
  examples: [
    EXAMPLE,
    'varve fit proxy --upstream https://api.openai.com --listen 127.0.0.1:4141 --preset lean',
  ],
  async run({ upstream, listen, budget, profile, preset, save, allowRemote }, context) {
    const [host, port] = parseListen(listen ?? '127.0.0.1:0')
    const isLocal = isLoopback(host)
    if (!isLocal && !allowRemote) {
      throw new VarveError('usage', `${host} can be reached from elsewhere: say so with --allow-remote`, {
        fix: [`${EXAMPLE} --listen 127.0.0.1:4141`],
      })
    }
    const { fidelity: settings } = context.config
    const url = parseUpstream(upstream)
    const prices = gatePricesOf(settings, priceNameOf(undefined, settings, priceOfUpstream(url.hostname)))
    // No agent has a tool behind this proxy: a handle helps only where the original can be asked for.
    const recall = save && settings.keepOriginals === 'always' ? settings.recall : 'run-again'
    const fitting = {
      budget: budget ?? BUDGET,
      profile: profile ?? settings.profile,
      preset: preset ?? settings.preset,
      tuning: tuningOf(settings),
      recall,
      ...withoutUndefined({ prices, high: settings.high, low: settings.low }),
    }
    const store = save ? context.writingLedger(`live:${settingsHash(fitting)}`) : undefined
    const token = isLocal ? undefined : randomBytes(16).toString('hex')
    const proxy = await startProxy({
      upstream: url,
      host,
      port,
      token,
      timeoutMs: settings.timeoutMs,
      now: () => context.clock.now(),
      open: (sessionId) =>
        createFidelity({
          sessionId,
          ...fitting,
          redact: (given) => context.redact(given),
          ...withoutUndefined({ store }),
        }),
    })
    // Before the address is told: whoever waits for it may interrupt at once.
    const isInterrupted = interrupted()
    process.stderr.write(
      `base URL: ${proxy.url}\n${token === undefined ? '' : `token: ${token} (header x-varve-token)\n`}`,
    )
    await isInterrupted
    const status = proxy.status()
    await proxy.close()
    return {
      json: status,
      human: `${JSON.stringify(status, null, 2)}\n`,
      records: `${recordHeader('fit.proxy', {})}\n`,
    }
  },
})

function parseUpstream(upstream: string | undefined): URL {
  const url = upstream === undefined || !URL.canParse(upstream) ? undefined : new URL(upstream)
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url
  throw new VarveError('usage', `--upstream must be the address of a provider: ${upstream ?? 'none given'}`, {
    fix: [EXAMPLE],
  })
}

function parseListen(listen: string): readonly [host: string, port: number] {
  const [, host, port] = /^(?:\[?([\w.:-]+?)\]?:)?(\d{1,5})$/.exec(listen) ?? []
  if (port !== undefined && Number(port) < 65_536) return [host ?? '127.0.0.1', Number(port)]
  throw new VarveError('usage', `not an address with a port: ${listen}`, {
    fix: [`${EXAMPLE} --listen 127.0.0.1:4141`],
  })
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}

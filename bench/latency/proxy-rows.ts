import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  anthropicMessages,
  createFidelity,
  est2,
  type Message,
  messageTokens,
  requestOf,
  windowOf,
} from '@varve/core/fidelity'
import { startProxy } from '../../packages/varve/src/proxy/start-proxy.ts'
import { millisecondsSince, row } from './timed.ts'

const MEGABYTE = 1_000_000

/** A proxy’s time for a request of a megabyte, less that of the way without it. */
export async function proxyRows(messages: readonly Message[]): Promise<readonly (readonly string[])[]> {
  const server = createServer((incoming, response) => {
    incoming.resume().on('end', () => response.end('{}'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const upstream = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const body = bodyOf(messages)
  const direct = await times(`${upstream.origin}/v1/messages`, () => ({ body, before: undefined }))
  const rows: (readonly string[])[] = []
  const tokens = tokensOf(body)
  const start = withoutNewest(body)
  for (const [name, high, before, bound] of [
    ['without a pass', 900_000, undefined, 15],
    ['with a pass in a session under way', tokens - 2000, start, 60],
    ['with a pass, the first request of its session', 100_000, undefined, 60],
  ] as const) {
    const proxy = await startProxy({
      upstream,
      host: '127.0.0.1',
      port: 0,
      timeoutMs: 60_000,
      now: () => Date.now(),
      open: (sessionId) => createFidelity({ sessionId, budget: 1_000_000, high, low: high * 0.6 }),
    })
    // With a pass each request is of a session of its own; without, all are of one.
    const isPass = high < 900_000
    const named = (text: string, round: number) =>
      isPass ? text.replace('bench session', `bench session ${round}`) : text
    const through = await times(`${proxy.url}/v1/messages`, (round) => ({
      body: named(body, round),
      before: before === undefined ? undefined : named(before, round),
    }))
    rows.push(
      row(`proxy, ${(body.length / MEGABYTE).toFixed(1)} MB ${name}, p95`, p95(through) - p95(direct), bound),
    )
    await proxy.close()
  }
  server.close()
  return rows
}

/** The session as a request, told again and again until it is large enough. */
function bodyOf(messages: readonly Message[]): string {
  const once = JSON.stringify(requestOf('anthropic-messages', messages).messages)
  const all: unknown[] = []
  for (let round = 0; JSON.stringify(all).length < MEGABYTE; round++)
    all.push(...JSON.parse(once.replaceAll('toolu_', `toolu_${round}_`)))
  return JSON.stringify({ model: 'bench', metadata: { user_id: 'bench session' }, messages: all })
}

/** What a session sent before is sent first, and not timed. */
async function times(
  url: string,
  requestOfRound: (round: number) => { readonly body: string; readonly before: string | undefined },
): Promise<readonly number[]> {
  const taken: number[] = []
  for (let round = 0; round < 40; round++) {
    const { body, before } = requestOfRound(round)
    if (before !== undefined) await send(url, before)
    const start = process.cpuUsage()
    await send(url, body)
    if (round > 4) taken.push(millisecondsSince(start))
  }
  return taken
}

interface Body {
  readonly messages: readonly unknown[]
}

function tokensOf(body: string): number {
  const { messages } = windowOf(anthropicMessages, JSON.parse(body), '')
  return messages.reduce((sum, message) => sum + messageTokens(message, est2), 0)
}

const NEWEST = 12

/** The request of some calls ago. */
function withoutNewest(body: string): string {
  const request = JSON.parse(body) as Body
  return JSON.stringify({ ...request, messages: request.messages.slice(0, -NEWEST) })
}

function send(url: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST' }, (answer) => {
      answer.resume().on('end', resolve)
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN
}

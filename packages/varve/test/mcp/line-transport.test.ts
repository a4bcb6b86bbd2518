import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { LineTransport } from '../../src/mcp/stdio/line-transport.ts'
import { MOST_MESSAGE_BYTES } from '../../src/serve/most-message-bytes.ts'

async function open() {
  const input = new PassThrough()
  const written: string[] = []
  const received: unknown[] = []
  const transport = new LineTransport({ input, write: (line) => written.push(line) })
  transport.onmessage = (message) => received.push(message)
  let isClosed = false
  transport.onclose = () => {
    isClosed = true
  }
  await transport.start()
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return { transport, input, written, received, settle, isClosed: () => isClosed }
}

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}'

describe('a connection by lines', () => {
  it('takes messages in whatever pieces they come', async () => {
    const { input, received, settle } = await open()
    const bytes = Buffer.from(`${PING}\r\n\n${PING.replace('ping', 'pïng')}\n`)
    for (const byte of bytes) input.write(Buffer.from([byte]))
    await settle()
    expect(received).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: 1, method: 'pïng' },
    ])
  })

  it('answers what is too long with its id, and goes on [AG-22]', async () => {
    const { input, written, received, settle, isClosed } = await open()
    const text = 'x'.repeat(20 * 1024 * 1024)
    input.write(`{"method":"tools/call","params":{"name":"varve_add","arguments":{"id":5,"text":"${text}"}},`)
    input.write(`"jsonrpc":"2.0","id":7}\n${PING}\n`)
    await settle()
    await settle()
    const answer = JSON.parse(written[0] ?? '')
    expect(answer).toMatchObject({ jsonrpc: '2.0', id: 7, error: { code: -32600 } })
    expect(answer.error.message).toContain(`at most ${MOST_MESSAGE_BYTES}`)
    expect(received).toHaveLength(1)
    expect(isClosed()).toBe(false)
  })

  it('answers what is no JSON, and no message, with an error', async () => {
    const { input, written, received, settle } = await open()
    input.write(`{"jsonrpc":\n[${PING}]\n{"id":3}\n"x"\n{"jsonrpc":"2.0","id":"a","method":5}\n`)
    await settle()
    expect(written.map((line) => JSON.parse(line)).map(({ id, error }) => [id, error.code])).toEqual([
      [null, -32700],
      [null, -32600],
      [3, -32600],
      [null, -32600],
      ['a', -32600],
    ])
    expect(received).toEqual([])
  })

  it('ends when the other side does', async () => {
    const { input, settle, isClosed } = await open()
    input.end()
    await settle()
    await settle()
    expect(isClosed()).toBe(true)
  })

  it('answers what was asked before the other side ended', async () => {
    const { transport, input, settle, isClosed } = await open()
    input.end(`${PING}\n`)
    await settle()
    await settle()
    expect(isClosed()).toBe(false)
    await transport.send({ jsonrpc: '2.0', id: 1, result: {} })
    expect(isClosed()).toBe(true)
  })
})

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a server is told to do with one request. */
export type Reply =
  | { readonly text: string; readonly finish?: 'stop' | 'length' | 'refused' }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | 'reset'
  | 'never'

export interface Question {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Readonly<Record<string, unknown>>
  /** All that it was told and asked. */
  readonly said: string
}

export interface ScriptedServer {
  readonly url: string
  readonly asked: readonly Question[]
  close(): Promise<void>
}

/** A server that speaks the protocols of OpenAI, Anthropic and Google, and answers as it is told to. */
export async function openScriptedServer(
  script: (question: Question, count: number) => Reply | Promise<Reply>,
): Promise<ScriptedServer> {
  const asked: Question[] = []
  const server = createServer((request, response) => {
    void readBody(request).then(async (text) => {
      const body = JSON.parse(text) as Question['body']
      const question = { path: request.url ?? '', headers: request.headers, body, said: text }
      asked.push(question)
      answer(await script(question, asked.length), question, request, response)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // What a listening server of ours is at is always a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

function answer(reply: Reply, { path }: Question, request: IncomingMessage, response: ServerResponse): void {
  if (reply === 'never') return
  if (reply === 'reset') {
    request.socket.destroy()
    return
  }
  const json = { 'content-type': 'application/json' }
  if ('status' in reply) {
    const body = reply.body ?? JSON.stringify({ error: { message: 'as told', type: 'error' } })
    response.writeHead(reply.status, { ...json, ...reply.headers }).end(body)
    return
  }
  response.writeHead(200, json).end(JSON.stringify(bodyOf(path, reply)))
}

const USAGE = { input: 111, output: 22 }

function bodyOf(path: string, { text, finish = 'stop' }: Extract<Reply, { text: string }>): object {
  if (path.includes('/messages')) {
    return {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'scripted',
      content: [{ type: 'text', text }],
      stop_reason: { stop: 'end_turn', length: 'max_tokens', refused: 'refusal' }[finish],
      stop_sequence: null,
      usage: { input_tokens: USAGE.input, output_tokens: USAGE.output },
    }
  }
  if (path.includes(':generateContent')) {
    return {
      candidates: [
        {
          content: { role: 'model', parts: [{ text }] },
          finishReason: { stop: 'STOP', length: 'MAX_TOKENS', refused: 'SAFETY' }[finish],
        },
      ],
      usageMetadata: {
        promptTokenCount: USAGE.input,
        candidatesTokenCount: USAGE.output,
        totalTokenCount: USAGE.input + USAGE.output,
      },
    }
  }
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: 'scripted',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text },
        finish_reason: { stop: 'stop', length: 'length', refused: 'content_filter' }[finish],
      },
    ],
    usage: {
      prompt_tokens: USAGE.input,
      completion_tokens: USAGE.output,
      total_tokens: USAGE.input + USAGE.output,
    },
  }
}

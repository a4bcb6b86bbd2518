import { randomBytes } from 'node:crypto'
import type { StoreReader } from '@varve/core'
import { API, answerOperation } from '../http/answer-operation.ts'
import { startWebServer, type WebServer } from '../http/start-web-server.ts'
import { MOST_MESSAGE_BYTES } from '../serve/most-message-bytes.ts'
import { ServedProject } from '../serve/served-project.ts'
import type { ServerHost } from '../serve/server-host.ts'
import { untilParentIsGone } from '../serve/until-parent-is-gone.ts'
import { LiveChanges } from './live-changes.ts'
import { isOffered } from './offered.ts'
import { pageAdmission, pageCookie, TOKEN_PARAMETER } from './page-admission.ts'
import { type PageFile, pageFiles } from './page-files.ts'
import { isLong, RunsApart } from './run-apart.ts'

const HOST = '127.0.0.1'
const EVENTS = '/events'
const TOKEN_BYTES = 32

const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}

/** Serves the page of the project on this machine, until the process is told to end. */
export async function servePage(host: ServerHost, port: number): Promise<void> {
  // Before the link is told: whoever waits for it may interrupt at once.
  const ended = untilParentIsGone()
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const server = await startPage(host, { port, token })
  host.say(`${server.url}/?${TOKEN_PARAMETER}=${token}\n`)
  await ended
  await server.close()
}

/** The page, the operations that it offers, and what tells it of changes. */
export async function startPage(
  host: ServerHost,
  { port, token }: { readonly port: number; readonly token: string },
): Promise<WebServer> {
  const files = pageFiles()
  const project = new ServedProject(host)
  const changes = new LiveChanges(() => project.read(momentOf))
  const apart = new RunsApart(host)
  await changes.begin()
  const server = await startWebServer({
    host: HOST,
    port,
    command: 'varve ui',
    mostBytes: MOST_MESSAGE_BYTES,
    refuse: pageAdmission(token),
    onError: (error) => host.say(`ui: ${error instanceof Error ? error.message : error}\n`),
    async answer(request) {
      const { pathname, searchParams, port: own } = new URL(request.url)
      if (searchParams.has(TOKEN_PARAMETER)) return opened(pageCookie(token, own))
      if (pathname === EVENTS) return changes.stream(request.signal)
      if (!pathname.startsWith(API))
        return fileAnswer(request, files[pathname === '/' ? '/index.html' : pathname])
      if (!isJson(request)) return new Response('send JSON', { status: 415 })
      return answerOperation(
        request,
        (asked) => (isLong(asked) ? apart.run(asked, asked.signal) : project.run(asked)),
        isOffered,
      )
    },
  })
  return {
    url: server.url,
    async close() {
      changes.close()
      apart.close()
      await server.close()
      await project.close()
    },
  }
}

/** Changes with every entry, view and record. */
function momentOf(reader: StoreReader): string {
  const [newest] = reader.records({ newestFirst: true, limit: 1 })
  return `${reader.moment()} ${newest?.id ?? ''}`
}

/** The address that stays in the browser's history has no token. */
function opened(cookie: string): Response {
  return new Response(null, {
    status: 303,
    headers: { ...PAGE_HEADERS, location: '/', 'set-cookie': cookie },
  })
}

function fileAnswer({ method }: Request, file: PageFile | undefined): Response {
  if (file === undefined) return new Response(null, { status: 404, headers: PAGE_HEADERS })
  if (method !== 'GET' && method !== 'HEAD') return new Response(null, { status: 405, headers: PAGE_HEADERS })
  return new Response(method === 'HEAD' ? null : file.text, {
    headers: { ...PAGE_HEADERS, 'content-type': file.type },
  })
}

function isJson({ headers, method }: Request): boolean {
  return method !== 'POST' || /^application\/json(?:;|$)/.test(headers.get('content-type') ?? '')
}

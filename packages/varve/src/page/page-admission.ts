import type { Refusal, RequestHead } from '../http/admission.ts'
import { isSameToken } from '../network/same-token.ts'

/** Where the link has its token. */
export const TOKEN_PARAMETER = 'token'

const NAMES = ['127.0.0.1', 'localhost', '[::1]']
const EXPIRED = 'This link is no longer good: `varve ui` prints a new one.'
const EXPIRED_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 36em; margin: 15vh auto; padding: 0 1em }
h1 { font-size: 1.3em }</style>
<title>Varve</title>
<h1>This link is no longer good</h1>
<p><code>varve ui</code> prints a new one.</p>
</html>
`

/**
 * Says whom a page's server answers: a browser on this machine that opened the link, and calls the server
 * by its own name and port. Another server of this machine is another site.
 */
export function pageAdmission(token: string): (head: RequestHead, port: number) => Refusal | undefined {
  return ({ host, origin, authorization, cookie = '', url = '/', ...head }, port) => {
    const own = NAMES.map((name) => `${name}:${port}`)
    if (host === undefined || !own.includes(host)) {
      return { status: 403, message: `this server isn't called ${host ?? 'nothing'}` }
    }
    if (origin !== undefined && origin !== `http://${host}`) {
      return { status: 403, message: `requests of pages from ${origin} aren't answered` }
    }
    const site = head['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin' && site !== 'none') {
      return { status: 403, message: 'requests of other sites aren’t answered' }
    }
    const shown = [authorization?.replace(/^Bearer /, ''), cookieOf(cookie, port), linkTokenOf(url)]
    const isShown = shown.map((each) => isSameToken(each ?? '', token)).includes(true)
    if (isShown) return undefined
    return { status: 401, message: EXPIRED, ...(isOpened(head.accept) && { page: EXPIRED_PAGE }) }
  }
}

/** Whether a person opened the address: what a program asks for names no document. */
function isOpened(accept = ''): boolean {
  return accept.includes('text/html')
}

/** What a browser keeps after it opened the link, and shows to this origin only when it asks by itself. */
export function pageCookie(token: string, port: string): string {
  return `${cookieName(port)}=${token}; Path=/; HttpOnly; SameSite=Strict`
}

/** Browsers show a machine's cookies to all its ports: each has one of its own. */
function cookieName(port: number | string): string {
  return `varve-${port}`
}

function cookieOf(cookies: string, port: number): string | undefined {
  const start = `${cookieName(port)}=`
  const found = cookies.split(/;\s*/).find((each) => each.startsWith(start))
  return found?.slice(start.length)
}

/** Only the page itself is opened by a link. */
function linkTokenOf(url: string): string | undefined {
  if (!url.startsWith('/?')) return undefined
  return new URLSearchParams(url.slice(2)).get(TOKEN_PARAMETER) ?? undefined
}

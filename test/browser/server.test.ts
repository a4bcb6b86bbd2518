import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FOR_PEOPLE } from '../../packages/varve/src/operations/for-people.ts'
import { Sandbox } from '../scenarios/sandbox.ts'
import { ServedPage } from './served-page.ts'

let page: ServedPage
beforeAll(async () => {
  const sandbox = new Sandbox()
  sandbox.ask(['add', 'Use pnpm', '--category', 'conventions'])
  page = await ServedPage.open(sandbox)
})
afterAll(async () => {
  await page.stop()
  page.sandbox.remove()
})

const PATHS = ['/', '/index.html', '/assets/x.js', '/events', '/api/list', '/nothing']

describe('the server of the page', () => {
  test('answers nothing without the token of its run, in a header or a cookie of this origin alone; the token stays in no address and no log [RS-56]', async () => {
    const port = new URL(page.origin).port
    for (const path of PATHS) {
      for (const headers of [
        {},
        { authorization: 'Bearer x' },
        { authorization: `Bearer ${page.token}x` },
        { cookie: `varve-${port}=` },
        { cookie: `varve-1=${page.token}` },
      ]) {
        expect(await page.send(path, { headers }), path).toMatchObject({ status: 401 })
      }
      expect((await page.send(`${path}?token=x`)).status).toBe(401)
    }
    const opened = await page.send(`/?token=${page.token}`)
    expect(opened).toMatchObject({
      status: 303,
      headers: { location: '/', 'referrer-policy': 'no-referrer' },
    })
    const [cookie = ''] = [opened.headers['set-cookie'] ?? []].flat()
    expect(cookie.split('; ').slice(1)).toEqual(['Path=/', 'HttpOnly', 'SameSite=Strict'])
    const shown = await page.send('/', { headers: { cookie: cookie.split(';')[0] ?? '' } })
    expect(shown.status).toBe(200)
    expect(shown.text).not.toContain(page.token)
    expect(page.said).not.toContain(page.token)
    expect(Buffer.from(page.token, 'base64url').length).toBe(32)
  })

  test('is called by its own name and port, and answers no page of another site, on streams and preflights too [RS-57] [BR-62]', async () => {
    const authorization = `Bearer ${page.token}`
    const { host, port } = new URL(page.origin)
    for (const path of PATHS) {
      for (const headers of [
        { host: 'evil.example' },
        { host: `evil.example:${port}` },
        { host: '127.0.0.1' },
        { host: '127.0.0.1:1' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: 'http://127.0.0.1:1' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ]) {
        for (const method of ['GET', 'OPTIONS', 'POST']) {
          const reply = await page.send(path, { method, headers: { authorization, ...headers } })
          expect(reply, `${method} ${path}`).toMatchObject({ status: 403 })
          expect(Object.keys(reply.headers).join()).not.toContain('access-control')
        }
      }
    }
    for (const name of [host, `localhost:${port}`, `[::1]:${port}`]) {
      const headers = { host: name, origin: `http://${name}`, 'sec-fetch-site': 'same-origin' }
      expect((await page.post('status', {}, headers)).status, name).toBe(200)
      expect((await page.send('/events', { headers: { authorization, ...headers } })).status).toBe(200)
    }
  })

  test('listens to this machine alone', async () => {
    const { port, hostname } = new URL(page.origin)
    expect(hostname).toBe('127.0.0.1')
    const others = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
    for (const { address } of others) expect(await canConnect(address, Number(port)), address).toBe(false)
  })

  test('changes nothing by GET, and takes a POST of JSON alone [RS-58]', async () => {
    const authorization = `Bearer ${page.token}`
    const records = async () => JSON.parse((await page.post('log')).text).count
    const before = await records()
    for (const path of ['/api/undo', '/api/undo?plan=x', '/api/review/accept', '/undo', '/']) {
      await page.send(path, { headers: { authorization } })
    }
    for (const type of ['', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const reply = await page.post('undo', {}, { 'content-type': type })
      expect(reply.status, type).toBe(415)
    }
    expect(await records()).toBe(before)
  })

  test('offers what reads, undo, redo and decisions, and nothing that sets up, erases, writes files or adds', async () => {
    for (const [operation, fields] of [
      ['add', { text: ['x'] }],
      ['purge', { id: 'abcd' }],
      ['export', { format: 'jsonl' }],
      ['install', {}],
      ['doctor', { fix: true }],
      ['doctor', { link_project: 'x' }],
      ['import', { paths: ['.'] }],
      ['ui', {}],
    ] as const) {
      const { status, text } = await page.post(operation, fields)
      // What only a person at a terminal does is no operation of any server; the rest isn't offered here.
      const refused = FOR_PEOPLE.has(operation) ? [404, 'there is no operation'] : [400, 'offered here']
      expect([operation, status, text]).toEqual([
        operation,
        refused[0],
        expect.stringContaining(`${refused[1]}`),
      ])
    }
    for (const operation of ['doctor', 'status', 'list', 'review', 'audit', 'search']) {
      expect((await page.post(operation)).status, operation).toBe(200)
    }
    const undone = JSON.parse((await page.post('undo')).text)
    expect((await page.post('redo', { plan: undone.plan_id })).status).toBe(200)
  })

  test('serves a fixed list of files under a policy that allows nothing from elsewhere and nothing inline', async () => {
    const headers = { authorization: `Bearer ${page.token}` }
    const html = await page.send('/', { headers })
    expect(html.headers['content-security-policy']).toMatch(/^default-src 'self';/)
    expect(html.headers['content-security-policy']).not.toContain('unsafe')
    expect(html.text).not.toMatch(/<script(?![^>]* src="\/)|<style|\son\w+=|https?:/)
    const files = [...html.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path)
    expect(files.length).toBeGreaterThan(2)
    for (const path of files) {
      expect(path).toMatch(/^\/assets\/\w+-[\w-]{8}\.(js|css|svg)$/)
      expect((await page.send(path, { headers })).status, path).toBe(200)
    }
    for (const path of [
      '/assets/',
      '/../package.json',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/etc/passwd',
    ]) {
      expect((await page.send(path, { headers })).status, path).toBe(404)
    }
  })
})

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const end = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageAdmission, pageCookie } from '../../src/page/page-admission.ts'

const token = 'the-token-of-this-run'
const status = (head: object) => pageAdmission(token)({ host: '127.0.0.1:7481', ...head }, 7481)?.status

describe('whom the page’s server answers', () => {
  it('is whoever shows the token: in the link, its cookie, or a header', () => {
    expect(status({ url: `/?token=${token}` })).toBeUndefined()
    expect(status({ cookie: `other=x; ${pageCookie(token, '7481').split(';')[0]}` })).toBeUndefined()
    expect(status({ authorization: `Bearer ${token}` })).toBeUndefined()
    fc.assert(
      fc.property(
        fc.string(),
        (shown) =>
          shown === token ||
          [
            { cookie: `varve-7481=${shown}` },
            { authorization: shown },
            { url: `/?token=${encodeURIComponent(shown)}` },
          ]
            .map(status)
            .every((each) => each === 401),
      ),
    )
  })

  it('is told in a document that the link is old, where a browser asks for one', () => {
    const refusal = (accept?: string) =>
      pageAdmission(token)({ host: '127.0.0.1:7481', url: '/?token=old', accept }, 7481)
    expect(refusal('text/html,application/xhtml+xml;q=0.9')?.page).toContain(
      '<code>varve ui</code> prints a new one',
    )
    expect(refusal('application/json')).not.toHaveProperty('page')
    expect(refusal()).not.toHaveProperty('page')
  })

  it('is nobody who shows the token in another place', () => {
    expect(status({ url: `/api/list?token=${token}` })).toBe(401)
    expect(status({ url: `/events?token=${token}` })).toBe(401)
    expect(status({ cookie: `varve-7482=${token}` })).toBe(401)
    expect(status({ url: `//evil.example/?token=${token}` })).toBe(401)
  })

  it('is no page of another origin, another port of this machine among them', () => {
    const authorization = `Bearer ${token}`
    expect(status({ authorization, origin: 'http://127.0.0.1:7481' })).toBeUndefined()
    for (const origin of [
      'http://127.0.0.1:7482',
      'http://localhost:7481',
      'https://127.0.0.1:7481',
      'null',
      '',
    ]) {
      expect(status({ authorization, origin }), origin).toBe(403)
    }
    for (const host of ['127.0.0.1', '127.0.0.1:80', 'evil.example:7481', '127.0.0.2:7481', '']) {
      expect(status({ authorization, host }), host).toBe(403)
    }
  })
})

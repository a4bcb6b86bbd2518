import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { admission } from '../../src/http/admission.ts'

const token = 'a token of our own'
const authorization = `Bearer ${token}`
const status = (head: object, host = '127.0.0.1') =>
  admission({ token, host, names: ['Ada-PC'] })({ host: 'localhost:7480', authorization, ...head })?.status

describe('whom a server answers', () => {
  it('is whoever shows the token', () => {
    expect(status({})).toBeUndefined()
    for (const shown of [
      undefined,
      '',
      token,
      `bearer ${token}`,
      `Bearer ${token} `,
      'Bearer x',
      'Basic eA==',
    ]) {
      expect(status({ authorization: shown }), String(shown)).toBe(401)
    }
    fc.assert(
      fc.property(
        fc.string(),
        (shown) => shown === authorization || status({ authorization: shown }) === 401,
      ),
    )
  })

  it('is called by a name of this machine, so that no page reaches it by the name of another host', () => {
    for (const host of [
      'localhost',
      '127.0.0.1:7480',
      '127.8.8.8',
      '[::1]:7480',
      'ada-pc:7480',
      'LOCALHOST:1',
    ]) {
      expect(status({ host }), host).toBeUndefined()
    }
    for (const host of [
      undefined,
      '',
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '10.0.0.7',
      'a b',
      '@',
      'x@evil.example:80',
    ]) {
      expect(status({ host }), host).toBe(403)
    }
    // What listens to other machines is called by its number, or by the name that it was given.
    expect(status({ host: '10.0.0.7:7480' }, '0.0.0.0')).toBeUndefined()
    expect(status({ host: '[fd00::7]:7480' }, '::')).toBeUndefined()
    expect(status({ host: 'memory.example' }, 'memory.example')).toBeUndefined()
    expect(status({ host: 'evil.example' }, '0.0.0.0')).toBe(403)
  })

  it('comes from no page but one of this machine', () => {
    expect(status({ origin: 'http://localhost:6274' })).toBeUndefined()
    for (const origin of [
      'https://evil.example',
      'null',
      '',
      'http://localhost.evil.example',
      'file://',
      'vscode-webview://x',
    ]) {
      expect(status({ origin }), origin).toBe(403)
    }
  })
})

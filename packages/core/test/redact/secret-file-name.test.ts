import { expect, test } from 'vitest'
import { isSecretFileName } from '../../src/redact/secret-file-name.ts'

test.each([
  '.env',
  '.env.local',
  '.env.production',
  'server.pem',
  'server.key',
  'a.p12',
  'id_rsa',
  'id_rsa.pub',
  'id_ed25519',
  '.npmrc',
  '.netrc',
  'credentials',
  'team.kdbx',
  '.ENV',
])('%s holds secrets', (base) => {
  expect(isSecretFileName(base)).toBe(true)
})

test.each([
  '.env.example',
  '.env.sample',
  '.env.template',
  'env',
  'environment.ts',
  'keyboard.md',
  'credentials.md',
  'a.pem.md',
  'monkey',
  'npmrc',
])('%s holds none', (base) => {
  expect(isSecretFileName(base)).toBe(false)
})

import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { Vault } from '../../platform/crypto/vault.ts'
import { invalidPaths } from '../../test/support/roles.ts'
import { testSecretKey } from '../../test/test-app.ts'
import { parseCredentialForm } from './credential-form.ts'
import { openPendingCredential, sealPendingCredential } from './pending-credential.ts'

const nothing = { email: '', token: '', isApp: false, appId: '', installationId: '', secretKey: '' }

test('reports an invalid credential at each field, and never repeats it', () => {
  const secret = 'hunter22 hunter22'
  assert.throws(() => parseCredentialForm('linear', nothing), invalidPaths('/token'))
  assert.throws(() => parseCredentialForm('jira', { ...nothing, token: secret }), invalidPaths('/token', '/email'))
  const app = { ...nothing, isApp: true, secretKey: secret }
  assert.throws(() => parseCredentialForm('github', app), invalidPaths('/appId', '/installationId', '/secretKey'))
  try {
    parseCredentialForm('linear', { ...nothing, token: secret })
  } catch (error) {
    assert.ok(!JSON.stringify(error).includes('hunter22'))
  }
})

test('accepts the credential kinds of each tracker, and trims whitespace', () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  assert.deepEqual(parseCredentialForm('linear', { ...nothing, token: ' lin_1 \n' }), { kind: 'token', token: 'lin_1' })
  assert.deepEqual(parseCredentialForm('jira', { ...nothing, email: 'a@b.c', token: 'x' }), {
    kind: 'basic',
    email: 'a@b.c',
    token: 'x',
  })
  const app = { ...nothing, isApp: true, appId: '1', installationId: '2', secretKey: privateKey }
  assert.equal(parseCredentialForm('github', app).kind, 'app')
})

test('opens a pending credential only for the same member, within 15 minutes', () => {
  const vault = new Vault(testSecretKey)
  const [ada, now] = [{ workspaceId: 'acme', memberId: 'ada' }, '2026-01-01T12:00:00.000Z']
  const pending = { provider: 'linear', apiUrl: 'https://x', credential: { kind: 'token', token: 'lin_1' } } as const
  const sealed = sealPendingCredential(vault, ada, pending, now)
  assert.ok(!sealed.includes('lin_1') && !Buffer.from(sealed, 'base64url').includes('lin_1'))
  assert.deepEqual(openPendingCredential(vault, ada, sealed, now), pending)
  assert.equal(openPendingCredential(vault, { ...ada, memberId: 'bea' }, sealed, now), null)
  assert.equal(openPendingCredential(vault, { ...ada, workspaceId: 'globex' }, sealed, now), null)
  assert.equal(openPendingCredential(vault, ada, sealed, '2026-01-01T12:15:00.000Z'), null)
  assert.equal(openPendingCredential(vault, ada, 'AAAA', now), null)
})

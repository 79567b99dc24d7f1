import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { newGitHubIdentity, newGitHubIssue, openGitHubSession } from '../../../test/trackers/github/fixtures.ts'
import { type FakeGitHub, startGitHub } from '../../../test/trackers/github/server.ts'

const asApp = (tracker: FakeGitHub, change: Partial<FakeGitHub['appCredential']> = {}) =>
  openGitHubSession(tracker, { credential: { ...tracker.appCredential, ...change } })

const tokenRequests = ({ requests }: FakeGitHub) => requests.filter((one) => one.endsWith('/access_tokens')).length

test('an installed app can do everything a token can', async () => {
  const tracker = await startGitHub()
  const session = asApp(tracker)
  const issue = await session.createIssue(newGitHubIdentity(), newGitHubIssue())
  assert.equal((await session.findIssue(newGitHubIdentity()))?.id, issue.id)
  assert.equal((await session.getIssues([issue.id])).size, 1)
})

test('reuses the installation token across sessions', async () => {
  const tracker = await startGitHub()
  for (let i = 0; i < 3; i++) await asApp(tracker).listChoices('team', null)
  assert.equal(tokenRequests(tracker), 1)
})

test('replaces a token that is about to expire before using it', async () => {
  const tracker = await startGitHub()
  tracker.app.tokenSeconds = 120
  for (let i = 0; i < 3; i++) await asApp(tracker).listChoices('team', null)
  assert.equal(tokenRequests(tracker), 3)
  tracker.app.tokenSeconds = 3_600
  for (let i = 0; i < 3; i++) await asApp(tracker).listChoices('team', null)
  assert.equal(tokenRequests(tracker), 4)
})

test('replaces a revoked token once, and does not repeat the call', async () => {
  const tracker = await startGitHub()
  await asApp(tracker).listChoices('team', null)
  tracker.app.tokens.clear()
  await asApp(tracker).createIssue(newGitHubIdentity(), newGitHubIssue())
  assert.equal(tokenRequests(tracker), 2)
  assert.equal(tracker.issues.length, 1)
  tracker.failNext('create', 'unauthorized', 2)
  await assert.rejects(asApp(tracker).createIssue(newGitHubIdentity(), newGitHubIssue()), { kind: 'revoked' })
  assert.equal(tracker.issues.length, 1)
})

test('does not share a token with another private key', async () => {
  const tracker = await startGitHub()
  await asApp(tracker).listChoices('team', null)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const other = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  await assert.rejects(asApp(tracker, { privateKey: other }).listChoices('team', null), { kind: 'revoked' })
})

test('reports a deleted, uninstalled or suspended app as revoked', async () => {
  const tracker = await startGitHub()
  await assert.rejects(asApp(tracker, { installationId: '1' }).listChoices('team', null), { kind: 'revoked' })
  await assert.rejects(asApp(tracker, { installationId: '1' }).getAccount(), { kind: 'revoked' })
  await assert.rejects(asApp(tracker, { appId: '1' }).listChoices('team', null), { kind: 'revoked' })
  tracker.app.isSuspended = true
  await assert.rejects(asApp(tracker).listChoices('team', null), { kind: 'revoked' })
  tracker.app.isSuspended = false
  tracker.app.isInstalled = false
  await assert.rejects(asApp(tracker).listChoices('team', null), { kind: 'revoked' })
})

test('rejects an invalid private key or installation id without sending anything', async () => {
  const tracker = await startGitHub()
  const { privateKey: curve } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const keys = [
    '',
    'secret',
    '-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----',
    tracker.appCredential.privateKey.slice(0, 500),
  ]
  for (const privateKey of [...keys, curve.export({ type: 'pkcs8', format: 'pem' }) as string]) {
    await assert.rejects(asApp(tracker, { privateKey }).listChoices('team', null), { kind: 'stale' })
  }
  await assert.rejects(asApp(tracker, { installationId: '../../user' }).listChoices('team', null), { kind: 'stale' })
  assert.deepEqual(tracker.requests, [])
})

test('accepts a PKCS #8 private key', async () => {
  const tracker = await startGitHub()
  const { createPrivateKey } = await import('node:crypto')
  const privateKey = createPrivateKey(tracker.appCredential.privateKey).export({
    type: 'pkcs8',
    format: 'pem',
  }) as string
  assert.equal((await asApp(tracker, { privateKey }).listChoices('team', null)).length, 2)
})

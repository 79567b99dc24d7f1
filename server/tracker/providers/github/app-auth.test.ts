import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { newGitHubIdentity, newGitHubIssue, openGitHubSession } from '../../../test/trackers/github/fixtures.ts'
import { type FakeGitHub, startGitHub } from '../../../test/trackers/github/server.ts'

const asApp = (stage: FakeGitHub, change: Partial<FakeGitHub['appCredential']> = {}) =>
  openGitHubSession(stage, { credential: { ...stage.appCredential, ...change } })

const tokensAskedFor = ({ requests }: FakeGitHub) => requests.filter((one) => one.endsWith('/access_tokens')).length

test('an installed app does all that a token does', async () => {
  const stage = await startGitHub()
  const session = asApp(stage)
  const issue = await session.createIssue(newGitHubIdentity(), newGitHubIssue())
  assert.equal((await session.findIssue(newGitHubIdentity()))?.id, issue.id)
  assert.equal((await session.getIssues([issue.id])).size, 1)
})

test('the token of an installation serves conversation after conversation', async () => {
  const stage = await startGitHub()
  for (let i = 0; i < 3; i++) await asApp(stage).listChoices('team', null)
  assert.equal(tokensAskedFor(stage), 1)
})

test('a token that is about to run out is renewed before it is used', async () => {
  const stage = await startGitHub()
  stage.app.tokenSeconds = 120
  for (let i = 0; i < 3; i++) await asApp(stage).listChoices('team', null)
  assert.equal(tokensAskedFor(stage), 3)
  stage.app.tokenSeconds = 3_600
  for (let i = 0; i < 3; i++) await asApp(stage).listChoices('team', null)
  assert.equal(tokensAskedFor(stage), 4)
})

test('a token that was revoked is replaced once, and nothing is done twice', async () => {
  const stage = await startGitHub()
  await asApp(stage).listChoices('team', null)
  stage.app.tokens.clear()
  await asApp(stage).createIssue(newGitHubIdentity(), newGitHubIssue())
  assert.equal(tokensAskedFor(stage), 2)
  assert.equal(stage.issues.length, 1)
  stage.failNext('create', 'unauthorized', 2)
  await assert.rejects(asApp(stage).createIssue(newGitHubIdentity(), newGitHubIssue()), { kind: 'revoked' })
  assert.equal(stage.issues.length, 1)
})

test('a token that one key has earned is given to no other', async () => {
  const stage = await startGitHub()
  await asApp(stage).listChoices('team', null)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const other = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  await assert.rejects(asApp(stage, { privateKey: other }).listChoices('team', null), { kind: 'revoked' })
})

test('an app that is gone, uninstalled or suspended is revoked', async () => {
  const stage = await startGitHub()
  await assert.rejects(asApp(stage, { installationId: '1' }).listChoices('team', null), { kind: 'revoked' })
  await assert.rejects(asApp(stage, { installationId: '1' }).getAccount(), { kind: 'revoked' })
  await assert.rejects(asApp(stage, { appId: '1' }).listChoices('team', null), { kind: 'revoked' })
  stage.app.isSuspended = true
  await assert.rejects(asApp(stage).listChoices('team', null), { kind: 'revoked' })
  stage.app.isSuspended = false
  stage.app.isInstalled = false
  await assert.rejects(asApp(stage).listChoices('team', null), { kind: 'revoked' })
})

test('a key that cannot be read, or is of another kind, is not sent anywhere', async () => {
  const stage = await startGitHub()
  const { privateKey: curve } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const keys = [
    '',
    'secret',
    '-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----',
    stage.appCredential.privateKey.slice(0, 500),
  ]
  for (const privateKey of [...keys, curve.export({ type: 'pkcs8', format: 'pem' }) as string]) {
    await assert.rejects(asApp(stage, { privateKey }).listChoices('team', null), { kind: 'stale' })
  }
  await assert.rejects(asApp(stage, { installationId: '../../user' }).listChoices('team', null), { kind: 'stale' })
  assert.deepEqual(stage.requests, [])
})

test('a key in the newer form of PEM is as good', async () => {
  const stage = await startGitHub()
  const { createPrivateKey } = await import('node:crypto')
  const privateKey = createPrivateKey(stage.appCredential.privateKey).export({ type: 'pkcs8', format: 'pem' }) as string
  assert.equal((await asApp(stage, { privateKey }).listChoices('team', null)).length, 2)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { newGitHubIdentity, newGitHubIssue, openGitHubSession } from '../../../test/trackers/github/fixtures.ts'
import { startGitHub } from '../../../test/trackers/github/server.ts'
import { TrackerError } from '../../tracker.ts'
import { detectFailure, toRefusal } from './errors.ts'
import { github } from './index.ts'

const answer = (status: number, headers: Record<string, string> = {}, json: unknown = {}) => ({
  status,
  headers,
  text: typeof json === 'string' ? json : JSON.stringify(json),
})

test('reads the retry delay from all three forms of rate limit', () => {
  const now = Date.parse('2026-05-01T12:00:00Z')
  const seconds = (...given: Parameters<typeof answer>) => {
    const failure = detectFailure(answer(...given), now)
    assert.equal(failure?.kind, 'unavailable')
    return failure.retryAfterSeconds
  }
  const reset = String(now / 1_000 + 90)
  assert.equal(seconds(429, { 'retry-after': '7' }), 7)
  assert.equal(seconds(403, { 'retry-after': '30' }), 30)
  assert.equal(seconds(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }), 90)
  assert.equal(seconds(429, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }), 90)
  assert.equal(seconds(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '5' }), 1)
  assert.equal(seconds(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'soon' }), 60)
  assert.equal(seconds(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9999999999' }), 3_600)
  assert.equal(seconds(403, {}, { message: 'You have exceeded a secondary rate limit.' }), 60)
  assert.equal(seconds(429), 60)
})

test('classifies every other status', () => {
  assert.equal(detectFailure(answer(401))?.kind, 'revoked')
  assert.equal(detectFailure(answer(403, {}, { message: 'Sorry. Your account was suspended.' }))?.kind, 'revoked')
  assert.equal(detectFailure(answer(500))?.isOutcomeKnown, true)
  assert.equal(detectFailure(answer(502))?.isOutcomeKnown, false)
  for (const status of [200, 403, 404, 410, 422]) assert.equal(detectFailure(answer(status)), null)
  for (const status of [301, 404, 410]) assert.equal(toRefusal(answer(status)).kind, 'stale')
  for (const status of [302, 400, 403, 409, 422, 451]) assert.equal(toRefusal(answer(status)).kind, 'refused')
})

test('a refusal quotes GitHub’s message, on one line of limited length', () => {
  const messageOf = (json: unknown) => toRefusal(answer(422, {}, json)).message
  const errors = [
    { resource: 'Issue', field: 'milestone', code: 'invalid' },
    { resource: 'Issue', code: 'custom', message: 'body is too long' },
    'only a sentence',
    7,
    null,
  ]
  const message = 'Validation\nFailed'
  assert.equal(
    messageOf({ message, errors }),
    'Validation Failed (milestone: invalid; body is too long; only a sentence)',
  )
  assert.equal(messageOf({ message: 'Bad request' }), 'Bad request')
  for (const body of ['<html>', 'null', '[]', '{"message":7}', '{"message":"x","errors":7}']) {
    assert.equal(messageOf(body), 'status 422')
  }
  assert.equal(messageOf({ message: 'x'.repeat(9_000) }).length < 400, true)
})

test('reports why GitHub rejects an issue', async () => {
  const session = openGitHubSession(await startGitHub())
  const assertRefused = (change: object, message: RegExp) =>
    assert.rejects(session.createIssue(newGitHubIdentity(), newGitHubIssue(change)), {
      kind: 'refused',
      isOutcomeKnown: true,
      message,
    })
  await assertRefused({ projectId: '99' }, /^Validation Failed \(milestone: invalid\)$/)
  await assertRefused({ assigneeId: 'mona' }, /assignees/)
  await assertRefused({ title: 'x'.repeat(github.maxTitleLength + 1) }, /title is too long/)
  await assertRefused({ description: 'x'.repeat(github.maxDescriptionLength + 1) }, /body is too long/)
  await assertRefused({ title: ' ' }, /title/)
  await assertRefused({ teamId: null }, /repository/)
  const longest = { title: 'x'.repeat(github.maxTitleLength), description: 'x'.repeat(github.maxDescriptionLength) }
  assert.equal((await session.createIssue(newGitHubIdentity(), newGitHubIssue(longest))).title, longest.title)
})

test('reports an unknown outcome for an unreadable response', async () => {
  const tracker = await startGitHub()
  const session = openGitHubSession(tracker)
  for (const json of [{}, [], 'Created', { number: 'seven' }, null]) {
    tracker.respondNext('create', { status: 201, json })
    await assert.rejects(session.createIssue(newGitHubIdentity(), newGitHubIssue()), {
      kind: 'unavailable',
      isOutcomeKnown: false,
    })
  }
})

test('turns every failure into a TrackerError that says whether the outcome is known', async () => {
  const tracker = await startGitHub()
  const session = openGitHubSession(tracker)
  const expected = {
    unauthorized: { kind: 'revoked', isOutcomeKnown: true },
    limited: { kind: 'unavailable', isOutcomeKnown: true, retryAfterSeconds: 7 },
    // The issue may have been created nevertheless.
    error: { kind: 'unavailable', isOutcomeKnown: false },
    lost: { kind: 'unavailable', isOutcomeKnown: false },
    broken: { kind: 'unavailable', isOutcomeKnown: false },
  } as const
  for (const fault of ['unauthorized', 'limited', 'error', 'lost', 'broken'] as const) {
    tracker.failNext('create', fault)
    await assert.rejects(session.createIssue(newGitHubIdentity(), newGitHubIssue()), expected[fault])
  }
  assert.equal(tracker.issues.length, 2)
  assert.equal(tracker.calls.filter((kind) => kind === 'create').length, 5)
  tracker.respondNext('create', { status: 503, headers: { 'retry-after': '7' } })
  await assert.rejects(session.createIssue(newGitHubIdentity(), newGitHubIssue()), {
    isOutcomeKnown: true,
    retryAfterSeconds: 7,
  })
})

test('ends a session when its signal is aborted', async () => {
  const tracker = await startGitHub()
  const late = new AbortController()
  tracker.failNext('create', 'hang')
  const creation = openGitHubSession(tracker, { signal: late.signal }).createIssue(
    newGitHubIdentity(),
    newGitHubIssue(),
  )
  const outcome = assert.rejects(creation, { kind: 'unavailable', isOutcomeKnown: false })
  while (!tracker.calls.includes('create')) await nextTurn()
  late.abort()
  await outcome
})

test('never includes the credential in an error', async () => {
  const tracker = await startGitHub()
  tracker.revoke()
  const { token } = tracker.credential as { token: string }
  const { privateKey } = tracker.appCredential
  for (const credential of [
    tracker.credential,
    tracker.appCredential,
    { kind: 'token' as const, token: `${token}\nx` },
    { ...tracker.appCredential, privateKey: privateKey.slice(0, 400) },
  ]) {
    const answer: Promise<unknown> = openGitHubSession(tracker, { credential }).getAccount()
    const error = await answer.catch((thrown: unknown) => thrown)
    assert.ok(error instanceof TrackerError)
    const shown = `${error.message} ${error.stack} ${JSON.stringify(error.cause)}`
    assert.equal(shown.includes(token) || shown.includes(privateKey.slice(100, 150)), false)
  }
})

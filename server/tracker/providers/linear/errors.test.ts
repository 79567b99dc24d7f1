import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { createOutbound } from '../../../platform/outbound/outbound.ts'
import { startLinear } from '../../../test/trackers/linear/server.ts'
import { type Credential, TrackerError } from '../../tracker.ts'
import { linear } from './index.ts'

const outbound = createOutbound(['127.0.0.0/8'])
after(() => outbound.close())

const tracker = await startLinear()
const sessionAs = (credential: Credential, signal = new AbortController().signal) =>
  linear.openSession({ apiUrl: tracker.url, credential, fetch: outbound.fetch, signal })
const session = sessionAs(tracker.credential)

const identity = {
  linkId: randomUUID(),
  backlink: 'https://feedback.acme.test/requests/1',
  teamId: tracker.team.id,
  firstAttemptAt: new Date().toISOString(),
}

const failureOf = async (call: Promise<unknown>): Promise<TrackerError> => {
  const error = await call.then(
    () => assert.fail('Expected a failure'),
    (reason) => reason,
  )
  assert.ok(error instanceof TrackerError, String(error))
  return error
}

const errorOf = (message: string, extensions: object = {}) => ({ errors: [{ message, extensions }], data: null })

const unauthorized = errorOf('Authentication required, not authenticated', { code: 'AUTHENTICATION_ERROR' })

describe('a credential', () => {
  test('is reported as revoked while Linear rejects it', async () => {
    tracker.revoke()
    const { kind, message } = await failureOf(session.getAccount())
    assert.deepEqual([kind, message], ['revoked', 'Linear no longer accepts the credential'])
    tracker.restore()
    assert.equal((await session.getAccount()).name, 'Acme')
  })

  for (const [status, body] of [
    [400, unauthorized],
    [200, unauthorized],
    [401, 'Unauthorized'],
    [401, {}],
  ] as const) {
    test(`is reported as revoked for ${status} and ${typeof body === 'string' ? body : JSON.stringify(body)}`, async () => {
      tracker.respondNext(status, body)
      assert.equal((await failureOf(session.getAccount())).kind, 'revoked')
    })
  }

  const tokenUntil = (expiresAt: string | null): Credential => {
    return { kind: 'oauth', accessToken: 'lin_oauth_old', refreshToken: 'lin_refresh_old', expiresAt }
  }

  test('of OAuth is stale when rejected after its expiry, and revoked before', async () => {
    const [past, future] = ['2020-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z']
    assert.equal((await failureOf(sessionAs(tokenUntil(past)).getAccount())).kind, 'stale')
    assert.equal((await failureOf(sessionAs(tokenUntil(future)).getAccount())).kind, 'revoked')
    assert.equal((await failureOf(sessionAs(tokenUntil(null)).getAccount())).kind, 'revoked')
  })

  test('of an unsupported kind is rejected before anything is sent', async () => {
    const calls = tracker.calls.length
    const basic: Credential = { kind: 'basic', email: 'ann@acme.test', token: 'secret' }
    assert.equal((await failureOf(sessionAs(basic).getAccount())).kind, 'refused')
    assert.equal(tracker.calls.length, calls)
  })
})

describe('a rate limit', () => {
  const limited = errorOf('Rate limit exceeded', { code: 'RATELIMITED' })
  const inSeconds = (seconds: number) => String(Date.now() + seconds * 1_000)

  test('with 429 returns the delay of Retry-After', async () => {
    tracker.failNext('find', 'limited')
    const { kind, retryAfterSeconds, isOutcomeKnown } = await failureOf(session.findIssue(identity))
    assert.deepEqual([kind, retryAfterSeconds, isOutcomeKnown], ['unavailable', 7, true])
  })

  for (const [limit, headers] of Object.entries<Record<string, string>>({
    requests: { 'x-ratelimit-requests-remaining': '0', 'x-ratelimit-requests-reset': inSeconds(1_800) },
    complexity: {
      'x-ratelimit-requests-reset': inSeconds(1),
      'x-ratelimit-complexity-remaining': '0',
      'x-ratelimit-complexity-reset': inSeconds(1_800),
    },
    'endpoint-requests': {
      'x-ratelimit-requests-reset': inSeconds(1),
      'x-ratelimit-endpoint-requests-remaining': '0',
      'x-ratelimit-endpoint-requests-reset': inSeconds(1_800),
    },
  })) {
    test(`with 400 returns the delay until the limit of ${limit} resets`, async () => {
      tracker.respondNext(400, limited, headers)
      const { kind, retryAfterSeconds } = await failureOf(session.findIssue(identity))
      assert.equal(kind, 'unavailable')
      assert.ok(retryAfterSeconds! > 1_700 && retryAfterSeconds! <= 1_800, String(retryAfterSeconds))
    })
  }

  for (const reset of ['', 'soon', '-1', '99999999999999999999', '0']) {
    test(`with the reset time "${reset}" returns a delay of at most an hour`, async () => {
      tracker.respondNext(400, limited, { 'x-ratelimit-requests-reset': reset })
      const { kind, retryAfterSeconds } = await failureOf(session.findIssue(identity))
      assert.equal(kind, 'unavailable')
      assert.ok(retryAfterSeconds === null || retryAfterSeconds <= 3_600)
    })
  }
})

describe('a refusal', () => {
  const longWords = `No.\nReally ${'not '.repeat(500)}`

  for (const [status, code, presentable, expected] of [
    [400, 'INPUT_ERROR', 'Could not find referenced Team.', 'Could not find referenced Team'],
    [200, 'INPUT_ERROR', 'Could not find referenced Team.', 'Could not find referenced Team'],
    [403, 'FORBIDDEN', undefined, 'in plain words'],
    [200, 'FORBIDDEN', undefined, 'in plain words'],
    [
      400,
      'USAGE_LIMIT_EXCEEDED',
      'You have reached the limit of free issues.',
      'You have reached the limit of free issues',
    ],
    [400, 'INPUT_ERROR', longWords, `No. Really ${'not '.repeat(500)}`.slice(0, 300)],
  ] as const) {
    test(`with ${status} ${code} quotes Linear’s message, on one line of limited length`, async () => {
      tracker.respondNext(status, errorOf('in plain words', { code, userPresentableMessage: presentable }))
      const { kind, message } = await failureOf(session.findIssue(identity))
      assert.deepEqual([kind, message], ['refused', expected])
    })
  }

  test('without a message reports that Linear gave no reason', async () => {
    tracker.respondNext(400, { errors: [{}] })
    assert.equal((await failureOf(session.findIssue(identity))).message, 'No reason was given')
  })
})

describe('an unreadable response', () => {
  const internal = errorOf('Internal server error', { type: 'internal error', code: 'INTERNAL_SERVER_ERROR' })

  for (const [status, body, isOutcomeKnown] of [
    [500, internal, true],
    [200, internal, true],
    [400, errorOf('Lock', { type: 'lock timeout' }), true],
    [502, '<h1>Bad gateway</h1>', false],
    [503, '', true],
    [504, '', false],
    [200, '<h1>Welcome</h1>', false],
    [200, '{"data":', false],
    [200, 'null', false],
    [200, '[]', false],
    [200, '{"data":null}', false],
    [200, '{"data":{}}', false],
    [200, '{"data":{"issues":{"nodes":[null]}}}', false],
    [200, '{"errors":[]}', false],
    [404, '{"data":{}}', false],
    [302, '', false],
  ] as const) {
    test(`${status} ${typeof body === 'string' ? body : body.errors[0]!.message} is reported as unavailable`, async () => {
      tracker.respondNext(status, body)
      const failure = await failureOf(session.findIssue(identity))
      assert.deepEqual([failure.kind, failure.isOutcomeKnown], ['unavailable', isOutcomeKnown])
    })
  }

  test('a server error has a known outcome: nothing was created', async () => {
    tracker.failNext('create', 'error')
    const issue = {
      projectId: null,
      labelIds: [],
      assigneeId: null,
      priority: null,
      title: 'Dark mode',
      description: '',
    }
    const { kind, isOutcomeKnown } = await failureOf(
      session.createIssue(identity, { ...issue, teamId: tracker.team.id }),
    )
    assert.deepEqual([kind, isOutcomeKnown, tracker.issues], ['unavailable', true, []])
  })

  test('an aborted call has an unknown outcome', async () => {
    const controller = new AbortController()
    tracker.failNext('find', 'hang')
    tracker.calls.length = 0
    const call = failureOf(sessionAs(tracker.credential, controller.signal).findIssue(identity))
    while (tracker.calls.length === 0) await new Promise(setImmediate)
    controller.abort()
    const { kind, isOutcomeKnown } = await call
    assert.deepEqual([kind, isOutcomeKnown], ['unavailable', false])
  })

  test('an address that outbound rules forbid is rejected before anything is sent', async () => {
    const closed = createOutbound([])
    const { fetch } = closed
    const { signal } = new AbortController()
    const call = linear.openSession({ apiUrl: tracker.url, credential: tracker.credential, fetch, signal }).getAccount()
    const { kind, isOutcomeKnown } = await failureOf(call)
    assert.deepEqual([kind, isOutcomeKnown], ['refused', true])
    await closed.close()
  })
})

test('never includes the credential in an error', async () => {
  const { token } = tracker.credential as { token: string }
  tracker.revoke()
  const revoked = await failureOf(session.getAccount())
  tracker.restore()
  tracker.failNext('any', 'lost')
  const lost = await failureOf(session.getAccount())
  for (const { message, stack } of [revoked, lost]) assert.ok(!`${message}${stack}`.includes(token))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  abortHangingCall,
  createJiraFixture,
  newJiraIdentity,
  newJiraIssue,
} from '../../../test/trackers/jira/fixtures.ts'
import type { TrackerSession } from '../../tracker.ts'

const { jira: tracker, session, open } = await createJiraFixture()

const target = { teamId: '10000', projectId: null, labelIds: [], assigneeId: null, priority: null }
const link = { url: 'https://heed.test/console/requests/1', title: 'Dark mode', subtitle: '' }

const everyCall: [string, (session: TrackerSession) => Promise<unknown>][] = [
  ['account', (each) => each.getAccount()],
  ['choices', (each) => each.listChoices('team', null)],
  ['inspect', (each) => each.resolveTarget(target)],
  ['find', (each) => each.findIssue(newJiraIdentity())],
  ['create', (each) => each.createIssue(newJiraIdentity(), newJiraIssue())],
  ['read', (each) => each.getIssues(['30001'])],
  ['attach', (each) => each.attachBacklink('30001', link)],
]

for (const [name, callTracker] of everyCall) {
  test(`${name}: reports a rejected credential as revoked, for a 401 and for anonymous responses`, async () => {
    tracker.revoke()
    await assert.rejects(callTracker(session), { kind: 'revoked' })
    tracker.expireCredential()
    await assert.rejects(callTracker(session), { kind: 'revoked' })
    tracker.restore()
    const credential = { kind: 'basic', email: 'feedback@acme.test', token: 'another' } as const
    await assert.rejects(callTracker(open({ credential })), { kind: 'revoked' })
  })

  test(`${name}: reports rate limits, server errors and timeouts as unavailable`, async () => {
    tracker.failNext('any', 'limited')
    await assert.rejects(callTracker(session), { kind: 'unavailable', isOutcomeKnown: true, retryAfterSeconds: 7 })
    tracker.failNext('any', 'error')
    await assert.rejects(callTracker(session), { kind: 'unavailable', isOutcomeKnown: true, retryAfterSeconds: null })
    // createIssue reads first, and nothing is created if that call fails.
    const isOutcomeKnown = name === 'create'
    await assert.rejects(abortHangingCall({ jira: tracker, open }, 'any', callTracker), {
      kind: 'unavailable',
      isOutcomeKnown,
    })
    tracker.failNext('any', 'lost')
    await assert.rejects(callTracker(session), { kind: 'unavailable', isOutcomeKnown })
  })

  test(`${name}: turns every unexpected response into a TrackerError`, async () => {
    const answers = [
      ...['', 'null', '[]', '{}', '<html>', '{"issues":[null]}', '{"values":7}', '{"issues":[{"id":1,"fields":{}}]}'],
      ...['"text"', '['.repeat(50_000), '{"issueTypes":[{"id":"1) OR (1","name":"Epic","subtask":false}],"total":1e9}'],
    ]
    for (const status of [200, 201, 204, 301, 400, 403, 404, 409, 500, 502]) {
      for (const body of answers) {
        tracker.respondAlways({ status, body })
        await assert.rejects(
          callTracker(session),
          { kind: /^(stale|refused|unavailable)$/ },
          `${status} ${body.slice(0, 50)}`,
        )
      }
    }
    tracker.respondAlways(null)
  })
}

const responses: [string, number, Record<string, string>, string, object][] = [
  ['a captcha', 403, { 'x-authentication-denied-reason': 'CAPTCHA_CHALLENGE; login-url=x' }, '', { kind: 'revoked' }],
  ['a captcha in the older header', 403, { 'x-seraph-loginreason': 'AUTHENTICATION_DENIED' }, '', { kind: 'revoked' }],
  ['an anonymous response', 200, { 'x-seraph-loginreason': 'AUTHENTICATED_FAILED' }, '{}', { kind: 'revoked' }],
  ['no permission', 403, {}, '{"errorMessages":["No way."]}', { kind: 'refused', message: 'No way' }],
  [
    'a redirect',
    302,
    { location: 'https://id.atlassian.test' },
    '',
    { kind: 'refused', message: /redirects to another/ },
  ],
  ['a proxy', 502, {}, '<html>', { kind: 'unavailable', isOutcomeKnown: false }],
  [
    'maintenance',
    503,
    { 'retry-after': '120' },
    '',
    { kind: 'unavailable', retryAfterSeconds: 120, isOutcomeKnown: false },
  ],
  ['a truncated response', 200, {}, '{"accountId":', { kind: 'unavailable', isOutcomeKnown: false }],
  ['a server other than Jira', 404, {}, '<html>', { kind: 'refused', message: /no Jira Cloud/ }],
  [
    'field and general messages',
    400,
    {},
    '{"errorMessages":["One\\n two.",7],"errors":{"labels":"Not on the screen.","x":{}}}',
    { kind: 'refused', message: 'One two.; labels: Not on the screen' },
  ],
]

for (const [name, status, headers, body, expected] of responses) {
  test(`classifies ${name} (${status})`, async () => {
    tracker.respondAlways({ status, headers, body })
    await assert.rejects(session.getAccount(), expected)
    tracker.respondAlways(null)
  })
}

for (const header of ['x-ratelimit-reset', 'x-beta-ratelimit-reset']) {
  test(`reads the retry delay from ${header}, an hour at most`, async () => {
    const inTime = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
    tracker.respondAlways({ status: 429, headers: { [header]: inTime(86_400) }, body: '' })
    await assert.rejects(session.getAccount(), { kind: 'unavailable', retryAfterSeconds: 3_600 })
    tracker.respondAlways({ status: 429, headers: { [header]: inTime(86_400), 'retry-after': '5' }, body: '' })
    await assert.rejects(session.getAccount(), { retryAfterSeconds: 5 })
    tracker.respondAlways({ status: 429, headers: { [header]: 'soon' }, body: '' })
    await assert.rejects(session.getAccount(), { retryAfterSeconds: null })
    tracker.respondAlways(null)
  })
}

test('does not report an issue as gone that Jira cannot fetch, and reads the others', async () => {
  const [fine, failing] = [
    await session.createIssue(newJiraIdentity(), newJiraIssue()),
    await session.createIssue(newJiraIdentity(), newJiraIssue()),
  ]
  tracker.site.failing.add(failing.id)
  const ids = [fine.id, failing.id, '99999']
  const issues = await session.getIssues(ids, new Map(ids.map((id) => [id, '10000'])))
  assert.deepEqual([...issues.keys()].sort(), [fine.id, failing.id].sort())
  assert.deepEqual([issues.get(fine.id)?.id, issues.get(failing.id)], [fine.id, null])
  tracker.site.failing.clear()
})

test('reads the others when an issue is malformed, and reports none as gone if its id is unknown', async () => {
  const fields = { summary: 'A', status: { name: 'Open', statusCategory: { key: 'new' } } }
  const permissions = { BROWSE_PROJECTS: { havePermission: true } }
  const teamIds = new Map(['1', '2', '3'].map((id) => [id, '10000']))
  const readAs = async (answer: object) => {
    tracker.respondAlways({ status: 200, body: JSON.stringify({ accountId: 'a', permissions, ...answer }) })
    const issues = await session.getIssues([...teamIds.keys()], teamIds)
    return [...teamIds.keys()].map((id) => issues.get(id) && id)
  }
  const issue = { id: '1', key: 'ENG-1', fields }
  assert.deepEqual(await readAs({ issues: [issue] }), ['1', undefined, undefined])
  assert.deepEqual(await readAs({ issues: [issue, { id: '2', fields: {} }] }), ['1', null, undefined])
  assert.deepEqual(await readAs({ issues: [issue, null] }), ['1', null, null])
  assert.deepEqual(await readAs({ issues: [issue], issueErrors: [{ id: 'ENG-2' }] }), ['1', null, null])
  tracker.respondAlways(null)
})

test('rejects a Jira that is not Jira Cloud', async () => {
  const info = '{"accountId":"a","baseUrl":"https://jira.acme.test","deploymentType":"Server"}'
  tracker.respondAlways({ status: 200, body: info })
  await assert.rejects(session.getAccount(), { kind: 'refused', message: /only with Jira Cloud/ })
  tracker.respondAlways(null)
})

test('rejects another kind of credential before sending anything, and never includes the token in an error', async () => {
  assert.throws(() => open({ credential: { kind: 'token', token: 'secret' } }), { kind: 'refused' })
  tracker.revoke()
  await assert.rejects(
    session.getAccount(),
    (error: Error) => !JSON.stringify([error.message, error]).includes('ATATT'),
  )
  tracker.restore()
})

test('rejects an address that outbound rules forbid', async () => {
  await assert.rejects(open({ apiUrl: 'http://10.0.0.1' }).getAccount(), { kind: 'refused' })
  await assert.rejects(open({ apiUrl: 'http://127.0.0.1:1' }).getAccount(), {
    kind: 'unavailable',
    isOutcomeKnown: true,
  })
})

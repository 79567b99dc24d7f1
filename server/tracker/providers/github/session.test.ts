import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newGitHubIdentity, newGitHubIssue, openGitHubSession } from '../../../test/trackers/github/fixtures.ts'
import { startGitHub } from '../../../test/trackers/github/server.ts'
import type { Target } from '../../tracker.ts'

const target = (change: Partial<Target> = {}): Target => ({
  teamId: 'acme/app',
  projectId: null,
  labelIds: [],
  assigneeId: null,
  priority: null,
  ...change,
})

test('creates an issue with all proposed fields, identified by the repository id', async () => {
  const tracker = await startGitHub()
  const overrides = { projectId: '1', labelIds: ['customer request', 'area/exports & imports'], assigneeId: 'octocat' }
  const issue = await openGitHubSession(tracker).createIssue(newGitHubIdentity(), newGitHubIssue(overrides))
  assert.deepEqual(issue, {
    id: '1296269/1',
    identifier: 'acme/app#1',
    url: 'https://github.com/acme/app/issues/1',
    title: 'Export to CSV',
    state: { name: 'Open', type: 'unstarted' },
    isGone: false,
  })
  const { id, title, description, teamId, projectId, labelIds, assigneeId } = tracker.issues[0]!
  assert.deepEqual(
    { id, title, description, teamId, projectId, labelIds, assigneeId, priority: null },
    {
      id: issue.id,
      ...newGitHubIssue(overrides),
    },
  )
})

test('follows a renamed repository and its issues', async () => {
  const tracker = await startGitHub()
  const before = await openGitHubSession(tracker).createIssue(newGitHubIdentity(), newGitHubIssue())
  tracker.renameTeam('acme-inc/product')
  const session = openGitHubSession(tracker)
  assert.equal((await session.resolveTarget(target())).team?.key, 'acme-inc/product')
  assert.equal((await session.findIssue(newGitHubIdentity()))?.id, before.id)
  assert.equal((await session.getIssues([before.id])).get(before.id)?.identifier, 'acme-inc/product#1')
  assert.equal((await session.createIssue(newGitHubIdentity(), newGitHubIssue())).identifier, 'acme-inc/product#2')
})

test('resolves the names of repository and milestone, and reports unknown labels and assignees', async () => {
  const tracker = await startGitHub()
  const session = openGitHubSession(tracker)
  const overrides = { projectId: '4', labelIds: ['Enhancement', 'area/exports & imports'], assigneeId: 'hubot' }
  assert.deepEqual(await session.resolveTarget(target(overrides)), {
    team: { id: 'acme/app', name: 'acme/app', key: 'acme/app' },
    project: { id: '4', name: 'Last year', key: null },
    unknown: [],
  })
  assert.deepEqual(await session.resolveTarget(target({ teamId: null })), { team: null, project: null, unknown: [] })
  const wrong = await session.resolveTarget(target({ projectId: '99', labelIds: ['bug'], assigneeId: 'mona' }))
  assert.deepEqual(wrong.unknown, ['projectId', 'labelIds', 'assigneeId'])
})

test('accepts no issues in a repository that is deleted, archived or has issues disabled', async () => {
  for (const how of ['removed', 'isArchived', 'hasIssues'] as const) {
    const tracker = await startGitHub()
    if (how === 'removed') tracker.removeTeam()
    else tracker.close(how)
    const session = openGitHubSession(tracker)
    assert.deepEqual(await session.resolveTarget(target({ projectId: '1' })), {
      team: null,
      project: null,
      unknown: ['teamId'],
    })
    const kind = how === 'isArchived' ? 'refused' : 'stale'
    await assert.rejects(session.createIssue(newGitHubIdentity(), newGitHubIssue()), { kind, isOutcomeKnown: true })
    assert.deepEqual(
      (await session.listChoices('team', null)).map(({ id }) => id),
      ['acme/web-site.io'],
    )
  }
})

test('rejects ids that would change the request path', async () => {
  const tracker = await startGitHub()
  const session = openGitHubSession(tracker)
  const teams = [
    '..',
    '../user',
    'acme',
    'acme/..',
    'acme/app/issues',
    'acme/app?x',
    'acme/app#',
    'a b/c',
    'acme/%2e%2e',
    '',
  ]
  for (const teamId of teams) {
    assert.deepEqual((await session.resolveTarget(target({ teamId }))).unknown, ['teamId'], teamId)
    await assert.rejects(session.createIssue(newGitHubIdentity(), newGitHubIssue({ teamId })), { kind: 'stale' })
    assert.deepEqual(await session.listChoices('label', teamId), [])
    assert.equal(await session.createWebhook({ url: 'https://heed.example.com/hooks', secret: 's', teamId }), null)
    await session.deleteWebhook('1', teamId)
  }
  for (const issueId of ['', '1', '1/2/3', '../user', '1296269/1?x', '1296269/0', 'acme/app/7', '1296269/1e3']) {
    assert.equal((await session.getIssues([issueId])).size, 0)
  }
  assert.deepEqual(tracker.requests, [])
  const wrong = { projectId: '../labels', labelIds: ['..', '.', ''], assigneeId: '../octocat' }
  assert.deepEqual((await session.resolveTarget(target(wrong))).unknown, ['projectId', 'labelIds', 'assigneeId'])
  await assert.rejects(session.createIssue(newGitHubIdentity(), newGitHubIssue({ projectId: '1.5' })), {
    kind: 'refused',
  })
  await assert.rejects(session.createIssue(newGitHubIdentity(), newGitHubIssue({ assigneeId: '../octocat' })), {
    kind: 'refused',
  })
  await session.deleteWebhook('../../issues', 'acme/app')
  assert.deepEqual(tracker.requests, ['GET /repos/acme/app'])
})

test('lists choices across pages, 250 at most', async () => {
  const tracker = await startGitHub()
  tracker.addRepositories(120)
  tracker.addLabels(400)
  for (const credential of [tracker.credential, tracker.appCredential]) {
    const teams = await openGitHubSession(tracker, { credential }).listChoices('team', null)
    assert.deepEqual([teams.length, teams.at(-1)?.id], [122, 'acme/extra-120'])
  }
  const session = openGitHubSession(tracker)
  assert.deepEqual(await session.listChoices('project', 'acme/app'), [
    { id: '1', name: 'Public roadmap', key: null },
    { id: '2', name: 'Next quarter', key: null },
    { id: '3', name: 'Next quarter', key: null },
  ])
  assert.deepEqual(
    (await session.listChoices('assignee', 'acme/app')).map(({ id }) => id),
    ['octocat', 'hubot'],
  )
  assert.equal((await session.listChoices('label', 'acme/app')).length, 250)
  assert.deepEqual(await session.listChoices('label', null), [])
})

test('maps closed as completed to completed, not planned and duplicate to canceled, and ignores the assignee', async () => {
  const tracker = await startGitHub()
  const session = openGitHubSession(tracker)
  const { id } = await session.createIssue(newGitHubIdentity(), newGitHubIssue({ assigneeId: 'octocat' }))
  const stateNow = async () => (await session.getIssues([id])).get(id)?.state
  assert.deepEqual(await stateNow(), { name: 'Open', type: 'unstarted' })
  tracker.setStateType(id, 'completed')
  assert.deepEqual(await stateNow(), { name: 'Closed as completed', type: 'completed' })
  tracker.setStateType(id, 'canceled')
  assert.deepEqual(await stateNow(), { name: 'Closed as not planned', type: 'canceled' })
  for (const [reason, name, type] of [
    ['duplicate', 'Closed as duplicate', 'canceled'],
    [null, 'Closed as completed', 'completed'],
  ]) {
    const json = { ...plainIssue, state: 'closed', state_reason: reason }
    tracker.respondNext('read', { status: 200, json })
    assert.deepEqual(await stateNow(), { name, type })
  }
})

const plainIssue = {
  number: 1,
  title: 'Export to CSV',
  html_url: 'https://github.com/acme/app/issues/1',
  repository_url: 'https://api.github.com/repos/acme/app',
  created_at: '2026-01-01T00:00:00Z',
}

test('rejects an issue whose URL is not a web address', async () => {
  const tracker = await startGitHub()
  const session = openGitHubSession(tracker)
  const { id } = await session.createIssue(newGitHubIdentity(), newGitHubIssue())
  const json = { ...plainIssue, state: 'open', state_reason: null, html_url: 'javascript:alert(1)' }
  tracker.respondNext('read', { status: 200, json })
  await assert.rejects(session.getIssues([id]), /a response that Heed cannot read/)
})

test('reads each of fifty issues once, and omits deleted, transferred and unknown ones', async () => {
  const tracker = await startGitHub()
  const session = openGitHubSession(tracker)
  const ids = Array.from({ length: 47 }, (_, i) =>
    tracker.add({ title: `Issue ${i}`, description: '', isLocked: i === 5 }),
  )
  const pull = tracker.add({ title: 'A change', description: '', isPull: true })
  const [deleted, moved, ...rest] = ids
  tracker.remove(deleted!)
  tracker.transfer(moved!)
  const found = await session.getIssues([...ids, pull, '1296269/999', '77/1'])
  // An issue in a repository that is not visible is unknown rather than gone.
  assert.equal(found.get('77/1'), null)
  found.delete('77/1')
  assert.deepEqual([...found.keys()].sort(), rest.sort())
  assert.deepEqual(
    [...found.values()].filter((issue) => issue?.isGone !== false),
    [],
  )
  // One request per issue, and one per repository with missing issues.
  assert.equal(tracker.requests.length, 52)
})

test('reports no issue as gone when one is temporarily unavailable', async () => {
  const tracker = await startGitHub()
  const ids = [1, 2, 3].map((number) => tracker.add({ title: `Issue ${number}`, description: '' }))
  for (const fault of ['limited', 'lost'] as const) {
    tracker.failNext('read', fault)
    await assert.rejects(openGitHubSession(tracker).getIssues(ids), { kind: 'unavailable' })
  }
})

test('reads the other issues when GitHub refuses to show some, or even all', async () => {
  const tracker = await startGitHub()
  const session = openGitHubSession(tracker)
  const ids = [1, 2, 3].map((number) => tracker.add({ title: `Issue ${number}`, description: '' }))
  const message = 'Resource not accessible by personal access token'
  for (const status of [403, 422, 451]) {
    tracker.respondNext('read', { status, json: { message } })
    const found = await session.getIssues(ids)
    assert.equal(found.size, 3)
    assert.equal([...found.values()].filter((issue) => issue === null).length, 1)
  }
  // A server error for one issue does not affect the others; for all issues, GitHub counts as unavailable.
  tracker.failNext('read', 'error')
  const found = await openGitHubSession(tracker).getIssues(ids)
  assert.deepEqual([found.size, [...found.values()].filter((issue) => issue === null).length], [3, 1])
  tracker.failNext('read', 'error', 3)
  await assert.rejects(openGitHubSession(tracker).getIssues(ids), { kind: 'unavailable' })
  tracker.respondNext('read', { status: 403, json: { message } }, 3)
  assert.deepEqual([...(await session.getIssues(ids)).values()], [null, null, null])
  tracker.respondNext('read', { status: 403, json: { message: 'Sorry. Your account was suspended.' } })
  await assert.rejects(session.getIssues(ids), { kind: 'revoked' })
  tracker.respondNext('read', { status: 403, headers: { 'x-ratelimit-remaining': '0' } })
  await assert.rejects(session.getIssues(ids), { kind: 'unavailable' })
})

test('reports no issue as gone while its repository is not visible or has issues disabled', async () => {
  const tracker = await startGitHub()
  const session = openGitHubSession(tracker)
  const id = tracker.add({ title: 'Issue', description: '' })
  tracker.hideTeam()
  assert.deepEqual(await session.getIssues([id]), new Map([[id, null]]))
  tracker.showTeam()
  assert.equal((await session.getIssues([id])).get(id)?.title, 'Issue')
  tracker.close('hasIssues')
  assert.deepEqual(await session.getIssues([id]), new Map([[id, null]]))
  assert.equal(tracker.issues.length, 1)
})

test('returns the user or organization of the credential, and the GitHub host', async () => {
  const tracker = await startGitHub()
  const id = new URL(tracker.url).host
  const asPerson = { id, name: 'heed-bot', url: 'https://github.com/heed-bot' }
  assert.deepEqual(await openGitHubSession(tracker).getAccount(), asPerson)
  const asApp = openGitHubSession(tracker, { credential: tracker.appCredential })
  assert.deepEqual(await asApp.getAccount(), { id, name: 'acme', url: 'https://github.com/acme' })
})

test('creates a webhook once, with its secret, and deletes it idempotently', async () => {
  const tracker = await startGitHub()
  const session = openGitHubSession(tracker)
  const hook = { url: 'https://heed.example.com/hooks/tracker/1', secret: 'a secret', teamId: 'acme/app' }
  const id = await session.createWebhook(hook)
  assert.deepEqual(
    tracker.webhooks.map(({ id, url, secret }) => ({ id, url, secret })),
    [{ id, url: hook.url, secret: hook.secret }],
  )
  assert.equal(await session.createWebhook(hook), null)
  await session.deleteWebhook(id!, 'acme/app')
  assert.deepEqual(tracker.webhooks, [])
  await session.deleteWebhook(id!, 'acme/app')
})

test('creates no webhook without the permission, and reports a rejected credential', async () => {
  const tracker = await startGitHub()
  const session = openGitHubSession(tracker)
  await session.resolveTarget(target())
  const hook = { url: 'https://heed.example.com/hooks', secret: 's', teamId: 'acme/app' }
  for (const status of [403, 404, 422]) {
    tracker.respondNext('any', { status, json: { message: 'Resource not accessible by integration' } })
    assert.equal(await session.createWebhook(hook), null)
  }
  tracker.failNext('any', 'unauthorized')
  await assert.rejects(session.createWebhook(hook), { kind: 'revoked' })
  tracker.respondNext('any', { status: 403, json: { message: 'Must have admin rights to Repository.' } })
  await assert.rejects(session.deleteWebhook('5', 'acme/app'), { kind: 'refused' })
})

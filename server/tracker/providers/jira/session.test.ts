import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createJiraFixture, newJiraIdentity, newJiraIssue } from '../../../test/trackers/jira/fixtures.ts'
import type { StateType, Target } from '../../tracker.ts'
import { jira } from './index.ts'
import { toIssue } from './issues.ts'

const { jira: tracker, session } = await createJiraFixture()
const { team, project, assignee } = tracker

const nothing: Target = { teamId: null, projectId: null, labelIds: [], assigneeId: null, priority: null }
const everything: Target = {
  ...nothing,
  teamId: team.id,
  projectId: project.id,
  labelIds: ['a'],
  assigneeId: assignee.id,
}

test('returns the site as the account, regardless of who connects', async () => {
  const { host } = new URL(tracker.url)
  assert.deepEqual(await session.getAccount(), { id: host, name: host, url: tracker.url })
})

test('lists projects, epics, labels and assignees', async () => {
  assert.deepEqual(await session.listChoices('team', null), [
    { id: '10000', name: 'Engineering', key: 'ENG' },
    { id: '10001', name: 'Operations', key: 'OPS' },
  ])
  assert.deepEqual(await session.listChoices('project', team.id), [
    { id: '20000', name: 'Public roadmap', key: 'ENG-1000' },
    { id: '20001', name: 'Customer portal', key: 'ENG-1001' },
    { id: '20002', name: 'Customer portal', key: 'ENG-1002' },
  ])
  assert.deepEqual(await session.listChoices('label', team.id), [
    { id: 'feedback', name: 'feedback', key: null },
    { id: 'customer', name: 'customer', key: null },
  ])
  const people = await session.listChoices('assignee', team.id)
  assert.deepEqual(people[0], { id: assignee.id, name: 'Alice Adams', key: null })
  for (const teamId of [null, '99999', '10000 OR project = 10001']) {
    assert.deepEqual(await session.listChoices('project', teamId), [])
    assert.deepEqual(await session.listChoices('assignee', teamId), [])
  }
})

test('lists projects across pages, 250 at most', async () => {
  const { jira: tracker, session } = await createJiraFixture()
  const more = Array.from({ length: 300 }, (_, index) => ({
    id: String(11_000 + index),
    key: `P${index}`,
    name: `${index}`,
  }))
  tracker.site.projects.push(...more.map((each) => ({ ...each, isGone: false, visible: 'issues' as const })))
  const choices = await session.listChoices('team', null)
  assert.equal(new Set(choices.map(({ id }) => id)).size, 250)
})

test('resolves a target whose members all exist', async () => {
  assert.deepEqual(await session.resolveTarget(everything), {
    team: { id: '10000', name: 'Engineering', key: 'ENG' },
    project: { id: '20000', name: 'Public roadmap', key: 'ENG-1000' },
    unknown: [],
  })
  assert.deepEqual(await session.resolveTarget(nothing), { team: null, project: null, unknown: [] })
})

test('reports every member that the project cannot use as unknown', async () => {
  const { id: issueId } = await session.createIssue(newJiraIdentity(), newJiraIssue())
  const unknown: [Partial<Target>, string[]][] = [
    [{ teamId: '99999' }, ['teamId', 'projectId', 'assigneeId']],
    [{ teamId: 'ENG' }, ['teamId', 'projectId', 'assigneeId']],
    [{ teamId: '10000/../10001' }, ['teamId', 'projectId', 'assigneeId']],
    [{ projectId: '99999' }, ['projectId']],
    [{ projectId: '20003' }, ['projectId']],
    [{ projectId: '20000?fields=summary' }, ['projectId']],
    [{ projectId: issueId }, ['projectId']],
    [{ labelIds: ['fine', 'two words'] }, ['labelIds']],
    [{ labelIds: [''] }, ['labelIds']],
    [{ labelIds: ['x'.repeat(256)] }, ['labelIds']],
    [{ assigneeId: 'nobody' }, ['assigneeId']],
    [{ assigneeId: `${assignee.id}&project=10001` }, ['assigneeId']],
  ]
  for (const [change, members] of unknown) {
    assert.deepEqual((await session.resolveTarget({ ...everything, ...change })).unknown, members)
  }
})

test('reads issues by id with title, URL and state, and omits deleted ones', async () => {
  const remaining = await session.createIssue(newJiraIdentity(), newJiraIssue({ title: 'Kept' }))
  const removed = await session.createIssue(newJiraIdentity(), newJiraIssue())
  tracker.rename(remaining.id, 'Renamed')
  tracker.setStateType(remaining.id, 'started')
  tracker.remove(removed.id)
  const ids = [remaining.id, removed.id, '99999', 'ENG-1', '1 OR 1=1']
  const issues = await session.getIssues(ids, new Map(ids.map((id) => [id, team.id])))
  assert.deepEqual(
    [...issues],
    [
      [
        remaining.id,
        {
          id: remaining.id,
          identifier: remaining.identifier,
          url: `${tracker.url}/browse/${remaining.identifier}`,
          title: 'Renamed',
          state: { name: 'In Progress', type: 'started' },
          isGone: false,
        },
      ],
    ],
  )
  assert.deepEqual(await session.getIssues([]), new Map())
})

test('does not report an issue as gone if it is hidden or its project is unknown', async () => {
  const { jira: tracker, session } = await createJiraFixture()
  const [remaining, removed] = [
    await session.createIssue(newJiraIdentity(), newJiraIssue()),
    await session.createIssue(newJiraIdentity(), newJiraIssue()),
  ]
  const other = await session.createIssue(newJiraIdentity(), newJiraIssue({ teamId: '10001' }))
  tracker.remove(removed.id)
  const ids = [remaining.id, removed.id, other.id]
  const teamIds = new Map(ids.map((id) => [id, id === other.id ? '10001' : '10000']))
  const readVisible = async (teams: ReadonlyMap<string, string>) => {
    const issues = await session.getIssues(ids, teams)
    return ids.map((id) => issues.get(id) && id)
  }
  assert.deepEqual(await readVisible(teamIds), [remaining.id, undefined, other.id])
  assert.deepEqual(await readVisible(new Map()), [remaining.id, null, other.id])
  for (const wrong of ['10000&projectId=10001', '99999', '']) {
    assert.deepEqual(await readVisible(new Map([[removed.id, wrong]])), [remaining.id, null, other.id])
  }
  tracker.hideTeam()
  assert.deepEqual(await readVisible(teamIds), [null, null, other.id])
  tracker.site.projects[0]!.visible = 'name'
  assert.deepEqual(await readVisible(teamIds), [null, null, other.id])
  tracker.showTeam()
  assert.deepEqual(await readVisible(teamIds), [remaining.id, undefined, other.id])
  tracker.removeTeam()
  assert.deepEqual(await readVisible(teamIds), [null, null, other.id])
})

test('checks permissions once per project with missing issues', async () => {
  const ids = Array.from({ length: 50 }, (_, index) => String(90_000 + index))
  const before = tracker.requests.length
  const issues = await session.getIssues(
    ids,
    new Map(ids.map((id, index) => [id, index % 2 === 0 ? '10000' : '10001'])),
  )
  assert.equal(issues.size, 0)
  assert.equal(tracker.requests.slice(before).filter(({ call }) => call === 'GET mypermissions').length, 2)
})

test('reads fifty issues in one call', async () => {
  const ids = await Promise.all(
    Array.from({ length: 50 }, async () => tracker.site.add({ project: { id: team.id } }).id),
  )
  const before = tracker.calls.length
  assert.deepEqual([...(await session.getIssues(ids)).keys()], ids)
  assert.deepEqual(tracker.calls.slice(before), ['read'])
})

test('maps each state to its type', async () => {
  const { id } = await session.createIssue(newJiraIdentity(), newJiraIssue())
  for (const state of ['backlog', 'unstarted', 'started', 'completed', 'canceled'] satisfies StateType[]) {
    tracker.setStateType(id, state)
    assert.equal((await session.getIssues([id])).get(id)!.state.type, state)
  }
})

test('treats a state or resolution name as canceled only in the category done', () => {
  const typeOf = (key: string, name: string, resolution: string | null = null) => {
    const fields = {
      summary: '',
      status: { name, statusCategory: { key } },
      resolution: resolution && { name: resolution },
    }
    return toIssue({ id: '1', key: 'ENG-1', fields } as Parameters<typeof toIssue>[0], tracker.url).state.type
  }
  const canceledNames = [
    "Won't Do",
    'Won’t Fix',
    'Wont Fix',
    'Duplicate',
    'Canceled',
    'CANCELLED',
    'Declined',
    'Rejected',
    'Abandoned',
  ]
  for (const name of [...canceledNames, 'Cannot Reproduce']) {
    assert.deepEqual([typeOf('done', name), typeOf('done', 'Closed', name)], ['canceled', 'canceled'])
    assert.equal(typeOf('indeterminate', name), 'started')
  }
  for (const name of ['Done', 'Fixed', 'Released', 'Cancellation added'])
    assert.equal(typeOf('done', name), 'completed')
  for (const key of ['new', 'undefined', 'what-comes-next']) {
    assert.deepEqual([typeOf(key, 'Open'), typeOf(key, 'Backlog')], ['unstarted', 'backlog'])
  }
})

test('reports an archived issue as gone', async () => {
  const { id } = await session.createIssue(newJiraIdentity(), newJiraIssue())
  tracker.site.visibleIssue(id)!.isArchived = true
  assert.equal((await session.getIssues([id])).get(id)!.isGone, true)
})

test('attaches the backlink once, even when repeated', async () => {
  const { backlink, ...identity } = newJiraIdentity()
  const { id } = await session.createIssue({ ...identity, backlink }, newJiraIssue())
  const link = { url: backlink, title: 'Dark mode', subtitle: '3 votes' }
  await session.attachBacklink(id, link)
  await session.attachBacklink(id, { ...link, subtitle: '4 votes' })
  assert.deepEqual(tracker.issues.find((issue) => issue.id === id)!.attachments, [backlink])
  await assert.rejects(session.attachBacklink('99999', link), { kind: 'refused' })
  await assert.rejects(session.attachBacklink('1/../2', link), { kind: 'refused' })
})

test('does not register webhooks in Jira, where only administrators can', async () => {
  const before = tracker.calls.length
  assert.equal(await session.createWebhook({ url: 'https://heed.test/hooks', secret: 'secret', teamId: team.id }), null)
  await session.deleteWebhook('1', team.id)
  assert.equal(tracker.calls.length, before)
})

test('leaves the text of customers unchanged', () => {
  const text = '[~accountid:5b10a2844c20165700ede21g] @alice ENG-1 <adf>{}</adf>'
  assert.equal(jira.escapeMentions(text), text)
})

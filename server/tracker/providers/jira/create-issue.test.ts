import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Priorities } from '../../../test/trackers/jira/data.ts'
import {
  abortHangingCall,
  createJiraFixture,
  newJiraIdentity,
  newJiraIssue,
} from '../../../test/trackers/jira/fixtures.ts'
import { jira } from './index.ts'

const { jira: tracker, session, open } = await createJiraFixture()

const storedIssue = (id: string) => tracker.issues.find((issue) => issue.id === id)!

test('creates an issue with all proposed fields that ends with the backlink', async () => {
  const { project, assignee } = tracker
  const identity = newJiraIdentity()
  const all = { projectId: project.id, labelIds: ['feedback', 'new-one'], assigneeId: assignee.id, priority: 2 }
  const issue = await session.createIssue(identity, newJiraIssue(all))
  const { id, identifier } = issue
  assert.deepEqual(issue, {
    id,
    identifier,
    url: `${tracker.url}/browse/${identifier}`,
    title: 'Dark mode',
    state: { name: 'To Do', type: 'unstarted' },
    isGone: false,
  })
  assert.match(identifier, /^ENG-\d+$/)
  const description = `At night.\n${identity.backlink}`
  assert.deepEqual(storedIssue(id), { id, title: 'Dark mode', description, teamId: '10000', ...all, attachments: [] })
})

test('chooses the standard issue type in any language, and never an epic or a subtask', async () => {
  const typeOf = () => {
    const { body } = tracker.requests.findLast(({ call }) => call === 'POST issue')!
    return (body as { fields: { issuetype: { id: string } } }).fields.issuetype.id
  }
  const { issueTypes } = tracker.site
  await session.createIssue(newJiraIdentity(), newJiraIssue())
  assert.equal(typeOf(), '10104')
  issueTypes.splice(4, 1)
  await session.createIssue(newJiraIdentity(), newJiraIssue())
  assert.equal(typeOf(), '10103')
  issueTypes.splice(3, 1)
  await session.createIssue(newJiraIdentity(), newJiraIssue())
  assert.equal(typeOf(), '10102')
  const [bug] = issueTypes.splice(2, 1)
  await assert.rejects(session.createIssue(newJiraIdentity(), newJiraIssue()), { kind: 'refused' })
  issueTypes.push(bug!)
})

for (const [scheme, expected] of [
  ['named', [1, 2, 3, 4]],
  ['numbered', [1, 2, 2, 4]],
] satisfies [Priorities, number[]][]) {
  test(`maps every priority when Jira’s are ${scheme}`, async () => {
    tracker.site.priorities = scheme
    for (const [index, priority] of expected.entries()) {
      const { id } = await session.createIssue(newJiraIdentity(), newJiraIssue({ priority: index + 1 }))
      assert.equal(storedIssue(id).priority, priority)
    }
    for (const none of [0, null]) {
      const { id } = await session.createIssue(newJiraIdentity(), newJiraIssue({ priority: none }))
      assert.equal(storedIssue(id).priority, null)
    }
  })
}

test('rejects a priority in a project without priorities, and creates nothing', async () => {
  tracker.site.priorities = 'none'
  const before = tracker.issues.length
  await assert.rejects(session.createIssue(newJiraIdentity(), newJiraIssue({ priority: 1 })), {
    kind: 'refused',
    message: 'A priority was set, but issues in this project have none',
  })
  assert.equal(tracker.issues.length, before)
  for (const none of [0, null]) await session.createIssue(newJiraIdentity(), newJiraIssue({ priority: none }))
  tracker.site.priorities = 'named'
})

test('replaces only the line breaks of a title', async () => {
  for (const [title, summary] of [
    ['One\nTwo\r\n three\u2028four', 'One Two  three four'],
    [' \tspaces  stay ', ' \tspaces  stay '],
    ['x'.repeat(jira.maxTitleLength), 'x'.repeat(jira.maxTitleLength)],
    ['🙂'.repeat(127), '🙂'.repeat(127)],
  ] as const) {
    assert.equal(storedIssue((await session.createIssue(newJiraIdentity(), newJiraIssue({ title }))).id).title, summary)
  }
})

test('reports a title or description that is too long for Jira, and truncates nothing', async () => {
  const before = tracker.issues.length
  for (const title of ['x'.repeat(256), '🙂'.repeat(128)]) {
    await assert.rejects(session.createIssue(newJiraIdentity(), newJiraIssue({ title })), {
      kind: 'refused',
      message: /^summary: /,
    })
  }
  const description = 'x'.repeat(32_768)
  const refusal = { kind: 'refused', message: /^description: / }
  await assert.rejects(session.createIssue(newJiraIdentity(), newJiraIssue({ description })), refusal)
  assert.equal(tracker.issues.length, before)
})

test('sends a description of the maximum length in full', async () => {
  const identity = newJiraIdentity()
  const words = 'word '.repeat(jira.maxDescriptionLength / 5 - 20)
  const description = `${words}end\n\n${identity.backlink}`
  assert.ok(description.length <= jira.maxDescriptionLength)
  const { id } = await session.createIssue(identity, newJiraIssue({ description }))
  assert.equal(storedIssue(id).description, `${words}end\n${identity.backlink}`)
})

test('quotes Jira’s message when it rejects an issue', async () => {
  tracker.site.requiredField = 'customfield_10010'
  const refusal = { kind: 'refused', message: 'customfield_10010: customfield_10010 is required' }
  await assert.rejects(session.createIssue(newJiraIdentity(), newJiraIssue()), refusal)
  tracker.site.requiredField = null
  await assert.rejects(session.createIssue(newJiraIdentity(), newJiraIssue({ projectId: '99999' })), {
    kind: 'refused',
    message: /parent/,
  })
  await assert.rejects(session.createIssue(newJiraIdentity(), newJiraIssue({ assigneeId: 'nobody' })), {
    message: /assignee/,
  })
  await assert.rejects(session.createIssue(newJiraIdentity(), newJiraIssue({ teamId: null })), { kind: 'refused' })
})

test('returns a created issue even if reading it back fails', async () => {
  tracker.failNext('inspect', 'error')
  const issue = await session.createIssue(newJiraIdentity(), newJiraIssue())
  assert.deepEqual(issue.state, { name: 'To Do', type: 'unstarted' })
  assert.equal(storedIssue(issue.id).title, issue.title)
})

test('reports an unknown outcome for a 503 response', async () => {
  const before = tracker.issues.length
  tracker.failNext('create', 'broken')
  await assert.rejects(session.createIssue(newJiraIdentity(), newJiraIssue()), {
    kind: 'unavailable',
    isOutcomeKnown: false,
  })
  assert.equal(tracker.issues.length, before + 1)
})

test('reports an unknown outcome for a lost or late response and for a server error', async () => {
  const before = tracker.issues.length
  tracker.failNext('create', 'lost')
  await assert.rejects(session.createIssue(newJiraIdentity(), newJiraIssue()), {
    kind: 'unavailable',
    isOutcomeKnown: false,
  })
  assert.equal(tracker.issues.length, before + 1)
  const hanging = abortHangingCall({ jira: tracker, open }, 'create', (each) =>
    each.createIssue(newJiraIdentity(), newJiraIssue()),
  )
  await assert.rejects(hanging, { kind: 'unavailable', isOutcomeKnown: false })
  tracker.failNext('create', 'error')
  await assert.rejects(session.createIssue(newJiraIdentity(), newJiraIssue()), {
    kind: 'unavailable',
    isOutcomeKnown: false,
  })
  assert.equal(tracker.issues.length, before + 1)
})

test('reports a deleted project as stale, even if it is deleted during the call', async () => {
  for (const teamId of ['99999', 'ENG', '10000/../10001']) {
    await assert.rejects(session.createIssue(newJiraIdentity(), newJiraIssue({ teamId })), { kind: 'stale' })
  }
  const { jira: other, session: otherSession } = await createJiraFixture()
  const { site } = other
  const create = site.create.bind(site)
  site.create = (fields) => {
    other.removeTeam()
    return create(fields)
  }
  await assert.rejects(otherSession.createIssue(newJiraIdentity(), newJiraIssue()), { kind: 'stale' })
})

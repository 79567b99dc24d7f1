import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, beforeEach, describe, test } from 'node:test'
import { parse, validate } from 'graphql'
import { createOutbound } from '../../../platform/outbound/outbound.ts'
import { complexityAtMost, complexityOf } from '../../../test/trackers/linear/complexity.ts'
import { linearSchema } from '../../../test/trackers/linear/schema.ts'
import { startLinear } from '../../../test/trackers/linear/server.ts'
import type { IssueIdentity, ProposedIssue, Target } from '../../tracker.ts'
import * as documents from './documents.ts'
import { linear } from './index.ts'

const outbound = createOutbound(['127.0.0.0/8'])
after(() => outbound.close())

const tracker = await startLinear()
const session = linear.openSession({
  apiUrl: tracker.url,
  credential: tracker.credential,
  fetch: outbound.fetch,
  signal: new AbortController().signal,
})

const newIdentity = (): IssueIdentity => ({
  linkId: randomUUID(),
  backlink: 'https://feedback.acme.test/requests/1',
  teamId: tracker.team.id,
  firstAttemptAt: new Date().toISOString(),
})

const targetWith = (chosen: Partial<Target>): Target => {
  return { teamId: null, projectId: null, labelIds: [], assigneeId: null, priority: null, ...chosen }
}

const issue: ProposedIssue = {
  ...targetWith({ teamId: tracker.team.id }),
  title: 'Dark mode',
  description: 'Please.\n\n*Votes: 3*',
}

beforeEach(() => {
  tracker.calls.length = 0
})

describe('documents', () => {
  for (const [name, document] of Object.entries(documents)) {
    test(`${name} matches Linear’s schema, with a complexity below half the limit`, () => {
      const parsed = parse(document)
      assert.deepEqual(validate(linearSchema(), parsed), [])
      assert.ok(complexityOf(parsed) < complexityAtMost / 2)
    })
  }

  test('the schema rejects an unknown field', () => {
    const [error] = validate(linearSchema(), parse('{ issues { nodes { nickname } } }'))
    assert.match(String(error), /Cannot query field "nickname" on type "Issue"/)
  })
})

test('returns the organization as the account, with its URL', async () => {
  const { id, ...account } = await session.getAccount()
  assert.match(id, /^[0-9a-f-]{36}$/)
  assert.deepEqual(account, { name: 'Acme', url: 'https://linear.app/acme' })
})

test('builds the URL of an issue from its identifier if Linear’s is not a web address', async () => {
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '//evil.example/x', 'https://', '', null]) {
    const node = { id: randomUUID(), identifier: 'ENG-7', url, title: 'T', archivedAt: null, trashed: null }
    const issueNode = { ...node, state: { name: 'Todo', type: 'unstarted' } }
    tracker.respondNext(200, { data: { issues: { nodes: [issueNode] } } })
    assert.equal((await session.findIssue(newIdentity()))?.url, 'https://linear.app/issue/ENG-7', String(url))
    tracker.respondNext(200, { data: { issueCreate: { issue: issueNode } } })
    const created = await session.createIssue(newIdentity(), issue)
    assert.equal(created.url, 'https://linear.app/issue/ENG-7', String(url))
  }
})

describe('choices', () => {
  const namesOf = async (...args: Parameters<typeof session.listChoices>) =>
    (await session.listChoices(...args)).map(({ name }) => name)

  test('lists teams with their keys', async () => {
    const [first, second] = await session.listChoices('team', null)
    assert.deepEqual(first, { id: tracker.team.id, name: 'Engineering', key: 'ENG' })
    assert.equal(second?.key, 'DES')
  })

  test('lists the projects of a team, or of all teams', async () => {
    assert.deepEqual(await namesOf('project', tracker.team.id), ['Public roadmap', 'Onboarding', 'Onboarding'])
    assert.deepEqual(await namesOf('project', tracker.secondTeam.id), ['New logo'])
    assert.equal((await namesOf('project', null)).length, 4)
  })

  test('lists the labels of the team and the organization, without label groups', async () => {
    assert.deepEqual(await namesOf('label', tracker.team.id), ['Feedback', 'Customer'])
    assert.deepEqual(await namesOf('label', null), ['Feedback', 'Customer', 'Typography'])
  })

  test('lists only assignable users', async () => {
    assert.deepEqual(await session.listChoices('assignee', tracker.team.id), [
      { id: tracker.assignee.id, name: 'Ann Lee', key: 'ann' },
    ])
  })
})

describe('resolveTarget', () => {
  test('resolves all names in one call', async () => {
    const labelIds = [tracker.label.id, tracker.sharedLabel.id]
    const target = {
      teamId: tracker.team.id,
      projectId: tracker.project.id,
      labelIds,
      assigneeId: tracker.assignee.id,
      priority: 2,
    }
    assert.deepEqual(await session.resolveTarget(target), {
      team: { id: tracker.team.id, name: 'Engineering', key: 'ENG' },
      project: { id: tracker.project.id, name: 'Public roadmap', key: null },
      unknown: [],
    })
    assert.deepEqual(tracker.calls, ['inspect'])
  })

  test('reports nothing unknown for an empty target', async () => {
    assert.deepEqual(await session.resolveTarget(targetWith({})), { team: null, project: null, unknown: [] })
  })

  for (const [label, id] of [
    ['an unknown id', randomUUID()],
    ['a malformed id', 'ENG"}'],
  ] as const) {
    test(`reports ${label} as unknown in every member`, async () => {
      const target = { teamId: id, projectId: id, labelIds: [tracker.label.id, id], assigneeId: id, priority: 0 }
      const unknown = ['teamId', 'projectId', 'labelIds', 'assigneeId']
      assert.deepEqual(await session.resolveTarget(target), { team: null, project: null, unknown })
    })
  }

  test('returns the name of another team’s project, and reports it as unknown', async () => {
    const { project, unknown } = await session.resolveTarget(
      targetWith({ teamId: tracker.team.id, projectId: tracker.unusable.project.id }),
    )
    assert.deepEqual([project?.name, unknown], ['New logo', ['projectId']])
  })

  for (const label of [tracker.unusable.label, tracker.unusable.labelGroup]) {
    test(`reports the label ${label.name}, which the team cannot use, as unknown`, async () => {
      const target = targetWith({ teamId: tracker.team.id, labelIds: [tracker.label.id, label.id] })
      assert.deepEqual((await session.resolveTarget(target)).unknown, ['labelIds'])
    })
  }

  test('reports a user who is not assignable as unknown', async () => {
    const target = targetWith({ teamId: tracker.team.id, assigneeId: tracker.unusable.assignee.id })
    assert.deepEqual((await session.resolveTarget(target)).unknown, ['assigneeId'])
  })
})

describe('issues', () => {
  test('creates an issue with the id of the link and all chosen fields', async () => {
    const identity = newIdentity()
    const chosen = {
      projectId: tracker.project.id,
      labelIds: [tracker.label.id],
      assigneeId: tracker.assignee.id,
      priority: 1,
    }
    const created = await session.createIssue(identity, { ...issue, ...chosen })
    const { identifier } = created
    assert.match(identifier, /^ENG-\d+$/)
    assert.deepEqual(created, {
      id: identity.linkId,
      identifier,
      url: `https://linear.app/acme/issue/${identifier}/as-its-title-says`,
      title: 'Dark mode',
      state: { name: 'Backlog', type: 'backlog' },
      isGone: false,
    })
    const { title, description, teamId } = issue
    const stored = { id: identity.linkId, title, description, teamId, ...chosen, attachments: [] }
    assert.deepEqual(tracker.issues.at(-1), stored)
  })

  test('creates one issue for two calls with the same id, and returns it to both', async () => {
    const [identity, before] = [newIdentity(), tracker.issues.length]
    const first = await session.createIssue(identity, issue)
    assert.deepEqual(await session.createIssue(identity, { ...issue, title: 'Night mode' }), first)
    assert.equal(tracker.issues.length, before + 1)
    assert.deepEqual(tracker.calls, ['create', 'create', 'find'])
  })

  test('creates one issue for ten concurrent calls with the same id', async () => {
    const [identity, before] = [newIdentity(), tracker.issues.length]
    const created = await Promise.all(Array.from({ length: 10 }, () => session.createIssue(identity, issue)))
    assert.equal(new Set(created.map(({ identifier }) => identifier)).size, 1)
    assert.equal(tracker.issues.length, before + 1)
  })

  test('finds an issue after a lost response, and returns it when creating again', async () => {
    const identity = newIdentity()
    tracker.failNext('create', 'lost')
    await assert.rejects(session.createIssue(identity, issue), { kind: 'unavailable', isOutcomeKnown: false })
    const found = await session.findIssue(identity)
    assert.equal(found?.id, identity.linkId)
    assert.deepEqual(await session.createIssue(identity, issue), found)
  })

  test('finds an issue that was created despite a 503 response', async () => {
    const identity = newIdentity()
    tracker.failNext('create', 'broken')
    await assert.rejects(session.createIssue(identity, issue), { kind: 'unavailable' })
    assert.equal((await session.findIssue(identity))?.id, identity.linkId)
  })

  test('reports an issue in the trash as gone, and does not create it again', async () => {
    const identity = newIdentity()
    await session.createIssue(identity, issue)
    tracker.remove(identity.linkId)
    assert.equal((await session.findIssue(identity))?.isGone, true)
    assert.equal((await session.createIssue(identity, issue)).isGone, true)
  })

  test('returns null for an issue that was never created', async () => {
    assert.equal(await session.findIssue(newIdentity()), null)
  })

  test('quotes Linear’s message when it rejects an issue, and creates nothing', async () => {
    const before = tracker.issues.length
    await assert.rejects(session.createIssue(newIdentity(), { ...issue, projectId: tracker.unusable.project.id }), {
      name: 'Error',
      kind: 'refused',
      message: 'The project is not in the same team',
    })
    await assert.rejects(session.createIssue(newIdentity(), { ...issue, teamId: null }), { kind: 'refused' })
    assert.equal(tracker.issues.length, before)
  })

  test('reads several issues in one call, and reports missing ones as unknown', async () => {
    const identities = [newIdentity(), newIdentity()]
    for (const identity of identities) await session.createIssue(identity, issue)
    const [first, second] = identities.map(({ linkId }) => linkId) as [string, string]
    tracker.rename(first, 'Darker mode')
    tracker.setStateType(first, 'started')
    tracker.remove(second)
    tracker.calls.length = 0
    const nothing = randomUUID()
    const read = await session.getIssues([first, second, nothing])
    assert.deepEqual(tracker.calls, ['read'])
    assert.deepEqual([...read.keys()].sort(), [first, second, nothing].sort())
    assert.equal(read.get(nothing), null)
    assert.equal(read.get(first)?.title, 'Darker mode')
    assert.deepEqual(read.get(first)?.state, { name: 'In Progress', type: 'started' })
    assert.deepEqual([read.get(first)?.isGone, read.get(second)?.isGone], [false, true])
  })

  test('does not report issues of a hidden team as gone, and reads them once it is visible again', async () => {
    const identity = newIdentity()
    const created = await session.createIssue(identity, issue)
    const other = await session.createIssue(newIdentity(), { ...issue, teamId: tracker.secondTeam.id })
    const ids = [created.id, other.id]
    tracker.hideTeam()
    assert.deepEqual(
      await session.getIssues(ids),
      new Map([
        [created.id, null],
        [other.id, other],
      ]),
    )
    assert.equal(await session.findIssue(identity), null)
    assert.deepEqual((await session.resolveTarget(targetWith({ teamId: tracker.team.id }))).unknown, ['teamId'])
    await assert.rejects(session.createIssue(newIdentity(), issue), { kind: 'refused' })
    tracker.showTeam()
    assert.deepEqual([...(await session.getIssues(ids)).values()], [created, other])
    assert.deepEqual(await session.findIssue(identity), created)
  })

  test('reads the other issues when Linear fails for some', async () => {
    const ids: string[] = []
    for (let count = 0; count < 20; count += 1) ids.push((await session.createIssue(newIdentity(), issue)).id)
    const spoiled = [ids[3]!, ids[17]!]
    for (const id of spoiled) tracker.breakIssue(id)
    const read = await session.getIssues(ids)
    assert.deepEqual(
      ids.map((id) => read.get(id)?.id ?? null),
      ids.map((id) => (spoiled.includes(id) ? null : id)),
    )
    assert.equal(read.size, 20)
  })

  test('does not retry a read that fails as a whole', async () => {
    tracker.calls.length = 0
    tracker.failNext('read', 'error')
    await assert.rejects(session.getIssues([randomUUID(), randomUUID()]), { kind: 'unavailable' })
    assert.deepEqual(tracker.calls, ['read'])
  })

  test('makes no call for an empty list', async () => {
    assert.equal((await session.getIssues([])).size, 0)
    assert.deepEqual(tracker.calls, [])
  })

  for (const [type, expected] of Object.entries({
    triage: 'backlog',
    backlog: 'backlog',
    unstarted: 'unstarted',
    started: 'started',
    completed: 'completed',
    canceled: 'canceled',
    duplicate: 'canceled',
    invented: 'backlog',
  })) {
    test(`maps the state type ${type} to ${expected}, and keeps the state’s name`, async () => {
      const identity = newIdentity()
      await session.createIssue(identity, issue)
      tracker.setState(identity.linkId, { name: 'As we call it', type })
      assert.deepEqual((await session.findIssue(identity))?.state, { name: 'As we call it', type: expected })
    })
  }

  test('attaches the backlink once, even when repeated', async () => {
    const identity = newIdentity()
    const { id } = await session.createIssue(identity, issue)
    const backlink = { url: identity.backlink, title: 'Dark mode', subtitle: '3 votes' }
    await session.attachBacklink(id, backlink)
    await session.attachBacklink(id, { ...backlink, subtitle: '4 votes' })
    assert.deepEqual(tracker.issues.at(-1)?.attachments, [identity.backlink])
  })

  test('rejects a backlink for an unknown issue', async () => {
    const backlink = { url: 'https://feedback.acme.test/', title: 'Dark mode', subtitle: '' }
    await assert.rejects(session.attachBacklink(randomUUID(), backlink), {
      kind: 'refused',
      message: 'Could not find referenced Issue',
    })
  })
})

describe('webhooks', () => {
  const url = 'https://feedback.acme.test/hooks/tracker/1'

  test('creates a webhook for the team, and deletes it idempotently', async () => {
    const id = await session.createWebhook({ url, secret: 'shh', teamId: tracker.team.id })
    assert.deepEqual(tracker.webhooks, [{ id, url, secret: 'shh' }])
    await session.deleteWebhook(id!, tracker.team.id)
    assert.deepEqual(tracker.webhooks, [])
    await session.deleteWebhook(id!, tracker.team.id)
  })

  test('returns the issue of a webhook call', async () => {
    const { id } = await session.createIssue(newIdentity(), issue)
    const now = new Date().toISOString()
    assert.deepEqual(linear.verifyWebhook({ ...tracker.signWebhook(id, { secret: 'shh', now }), secret: 'shh', now }), {
      issueId: id,
    })
  })

  test('creates no webhook for a member who is not an administrator, and reports that deleting is refused', async () => {
    tracker.setAdmin(false)
    assert.equal(await session.createWebhook({ url, secret: 'shh', teamId: tracker.team.id }), null)
    await assert.rejects(session.deleteWebhook(randomUUID(), null), {
      kind: 'refused',
      message: 'You need to be an admin',
    })
    tracker.setAdmin(true)
  })
})

describe('text of customers', () => {
  const word = '\u2060'

  test('breaks addresses in Linear, which would become mentions', () => {
    const text = 'https://linear.app/acme/profiles/ann, see https://LINEAR.APP/acme/issue/ENG-1 and linear\\.app/x'
    assert.equal(
      linear.escapeMentions(text),
      `https://linear.${word}app/acme/profiles/ann, see https://LINEAR.${word}APP/acme/issue/ENG-1 and linear\\.${word}app/x`,
    )
  })

  test('leaves any other text unchanged', () => {
    const text = '@ann wrote to ann@acme.test: **bold** `code` [link](https://acme.test/linear-app)'
    assert.equal(linear.escapeMentions(text), text)
  })
})

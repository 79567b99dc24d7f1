import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentsOf as contentsIn, importerOf } from '../support/imports.ts'
import { createTestApp, type TestWorkspace } from '../test-app.ts'

const app = await createTestApp()
const contentsOf = (workspace: TestWorkspace) => contentsIn(app, workspace)

test('imports a backup of Fider, with its numbers of statuses, its tags and official responses', async () => {
  const acme = await app.workspace()
  const row = (values: object) => ({ tenant_id: 1, ...values })
  const { source, problems } = await importerOf(app, acme).run({
    'posts.json': JSON.stringify([
      row({
        id: 40,
        number: 1,
        title: 'Themes',
        slug: 'themes',
        description: 'Dark',
        status: 4,
        user_id: 2,
        response: 'Planned!',
        response_user_id: 1,
        response_date: '2024-01-05T00:00:00Z',
        created_at: '2024-01-01T00:00:00Z',
      }),
      row({
        id: 41,
        number: 2,
        title: 'Deleted',
        slug: 'deleted',
        description: '',
        status: 6,
        user_id: 2,
        response: null,
        response_user_id: null,
        response_date: null,
        created_at: '2024-01-01T00:00:00Z',
      }),
      row({
        ...{ id: 42, number: 3, title: 'Waiting', slug: 'waiting', description: '', user_id: 2, is_approved: false },
        ...{ status_slug: 'open', response: null, response_user_id: null, response_date: null },
        created_at: '2024-01-02T00:00:00Z',
      }),
      row({
        ...{ id: 43, number: 4, title: 'Renamed', slug: 'renamed', description: '', user_id: 2, is_approved: true },
        ...{ status: 0, status_slug: 'started', response: null, response_user_id: null, response_date: null },
        created_at: '2024-01-03T00:00:00Z',
      }),
    ]),
    'users.json': JSON.stringify([
      row({ id: 1, name: 'Eve', email: 'eve@example.com', role: 3, created_at: '2023-01-01T00:00:00Z' }),
      row({ id: 2, name: 'Ada', email: 'ada@example.com', role: 1, created_at: '2023-01-01T00:00:00Z' }),
    ]),
    'post_votes.json': JSON.stringify([row({ post_id: 40, user_id: 2, created_at: '2024-01-02T00:00:00Z' })]),
    'comments.json': JSON.stringify([
      row({ id: 7, post_id: 40, user_id: 1, content: 'Looking', created_at: '2024-01-03T00:00:00Z', deleted_at: null }),
      row({
        id: 8,
        post_id: 40,
        user_id: 2,
        content: 'Gone',
        created_at: '2024-01-03T00:00:00Z',
        deleted_at: '2024-01-04T00:00:00Z',
      }),
      row({
        ...{ id: 9, post_id: 40, user_id: 2, content: 'Unapproved', is_approved: false },
        created_at: '2024-01-03T00:00:00Z',
      }),
    ]),
    'tags.json': JSON.stringify([row({ id: 3, name: 'ui', slug: 'ui', color: 'FF0000', is_public: true })]),
    'post_tags.json': JSON.stringify([row({ tag_id: 3, post_id: 40, created_at: '2024-01-02T00:00:00Z' })]),
    'tenants.json': JSON.stringify([{ id: 1, name: 'Acme', subdomain: 'acme' }]),
  })
  assert.equal(source, 'fider')
  assert.deepEqual(problems, [])
  const { requests, comments, voters, tags } = await contentsOf(acme)
  assert.deepEqual(
    requests.map(({ title, stage }) => [title, stage]),
    [
      ['Renamed', 'in_progress'],
      ['Themes', 'planned'],
      ['Waiting', 'pending'],
    ],
  )
  assert.deepEqual(requests.slice(1, 2), [
    {
      title: 'Themes',
      stage: 'planned',
      votes: 1,
      comments: 2,
      board: 'Feature requests',
      createdAt: '2024-01-01T00:00:00.000Z',
    },
  ])
  assert.deepEqual(
    comments.map(({ body, kind, author }) => [body, kind, author]),
    [
      ['Looking', 'staff_reply', 'Eve'],
      ['Planned!', 'staff_reply', 'Eve'],
    ],
  )
  assert.deepEqual([voters[0].voters, tags[0].tags], [['ada@example.com'], ['ui']])
})

test('imports Fider’s CSV of posts', async () => {
  const acme = await app.workspace()
  const { source, counts } = await importerOf(app, acme).run({
    'posts.csv': [
      'number,title,description,created_at,created_by,votes_count,comments_count,status,responded_by,responded_at,response,original_number,original_title,tags',
      '4,Themes,Dark,2024-01-01T00:00:00Z,Ada,9,0,started,Eve,2024-01-02T00:00:00Z,On it,,,"ui, core"',
    ].join('\n'),
  })
  assert.equal(source, 'fider')
  assert.equal(counts.comments?.created, 1)
  const { requests, comments } = await contentsOf(acme)
  assert.deepEqual([requests[0]!.stage, requests[0]!.votes, comments[0].author], ['in_progress', 9, 'Eve'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentsOf as contentsIn, importerOf } from '../support/imports.ts'
import { createTestApp, type TestWorkspace } from '../test-app.ts'

const app = await createTestApp()
const { pool } = app.database
const contentsOf = (workspace: TestWorkspace) => contentsIn(app, workspace)

const person = (id: string, name: string, isAdmin = false) => ({
  ...{ id, name, email: `${name.toLowerCase()}@example.com`, isAdmin },
})

test('imports JSON of Canny’s API: boards, posts, votes, comments with replies, users and changelog entries', async () => {
  const acme = await app.workspace()
  const [ada, bob, eve] = [person('u1', 'Ada'), person('u2', 'Bob'), person('u3', 'Eve', true)]
  const board = { id: 'b1', name: 'Ideas', isPrivate: false }
  const { source, problems, counts } = await importerOf(app, acme).run({
    'canny.json': JSON.stringify({
      votes: [
        { id: 'v1', post: { id: 'p1' }, voter: ada, created: '2024-01-03T00:00:00.000Z' },
        { id: 'v2', post: { id: 'p1' }, voter: bob, created: '2024-01-04T00:00:00.000Z' },
      ],
      comments: [
        {
          id: 'c2',
          post: { id: 'p1' },
          author: eve,
          value: 'We will',
          parentID: 'c1',
          private: false,
          created: '2024-01-06',
        },
        {
          id: 'c1',
          post: { id: 'p1' },
          author: bob,
          value: 'Please!',
          parentID: null,
          private: false,
          created: '2024-01-05',
        },
        {
          id: 'c3',
          post: { id: 'p1' },
          author: eve,
          value: 'Hard',
          parentID: null,
          private: true,
          created: '2024-01-07',
        },
      ],
      posts: [
        {
          ...{
            id: 'p1',
            title: 'Dark mode',
            details: 'At night',
            status: 'under review',
            score: 2,
            board,
            author: ada,
          },
          ...{
            tags: [{ id: 't1', name: 'ui' }],
            created: '2024-01-02T00:00:00.000Z',
            url: 'https://acme.canny.io/p/1',
          },
        },
        {
          id: 'p2',
          title: 'Export',
          details: '',
          status: 'complete',
          score: 0,
          board,
          author: bob,
          tags: [],
          created: '2024-02-02',
        },
      ],
      boards: [board],
      users: [{ ...ada, userID: 'product-1', companies: [] }, bob, eve],
      entries: [
        {
          id: 'e1',
          title: 'Release',
          markdownDetails: '**New**',
          plaintextDetails: 'New',
          status: 'published',
          publishedAt: '2024-03-01T00:00:00Z',
          labels: [],
          types: ['new'],
        },
        {
          id: 'e2',
          title: 'Draft',
          markdownDetails: 'Soon',
          plaintextDetails: 'Soon',
          status: 'draft',
          created: '2024-03-02T00:00:00Z',
        },
      ],
    }),
  })
  assert.equal(source, 'canny')
  assert.deepEqual(problems, [])
  assert.deepEqual(counts.changelog, { created: 2, updated: 0, unchanged: 0, failed: 0 })
  assert.deepEqual(await contentsOf(acme), {
    requests: [
      {
        title: 'Dark mode',
        stage: 'in_review',
        votes: 2,
        comments: 2,
        board: 'Ideas',
        createdAt: '2024-01-02T00:00:00.000Z',
      },
      {
        title: 'Export',
        stage: 'completed',
        votes: 0,
        comments: 0,
        board: 'Ideas',
        createdAt: '2024-02-02T00:00:00.000Z',
      },
    ],
    comments: [
      { body: 'Please!', kind: 'comment', author: 'Bob', is_internal: false, parent: null },
      { body: 'We will', kind: 'staff_reply', author: 'Eve', is_internal: false, parent: 'Please!' },
      { body: 'Hard', kind: 'staff_reply', author: 'Eve', is_internal: true, parent: null },
    ],
    voters: [{ title: 'Dark mode', voters: ['ada@example.com', 'bob@example.com'] }],
    tags: [{ title: 'Dark mode', tags: ['ui'] }],
  })
  const { rows } = await pool.query(
    'select external_id, is_tracked, origin from customers where workspace_id = $1 order by email',
    [acme.id],
  )
  assert.deepEqual(rows, [
    { external_id: 'product-1', is_tracked: true, origin: 'import' },
    { external_id: null, is_tracked: true, origin: 'import' },
    { external_id: null, is_tracked: false, origin: 'import' },
  ])
  const entries = (await acme.api.listAll('/changelog')).map(({ title, body, state, publishedAt }) => [
    title,
    body,
    state,
    publishedAt,
  ])
  assert.deepEqual(entries.sort(), [
    ['Draft', 'Soon', 'draft', null],
    ['Release', '**New**', 'published', '2024-03-01T00:00:00.000Z'],
  ])
})

test('imports JSON of Featurebase’s API, with HTML as Markdown', async () => {
  const acme = await app.workspace()
  const { source, problems } = await importerOf(app, acme).run({
    'posts.json': JSON.stringify([
      {
        id: 'f1',
        title: 'Search',
        content: '<p>Find <strong>all</strong> of <a href="https://x.example/a">it</a></p><script>alert(1)</script>',
        author: 'Ada',
        authorId: 'u1',
        authorEmail: 'ada@example.com',
        upvotes: 3,
        postCategory: { id: 'cat', category: 'Feature Request' },
        postStatus: { name: 'In Progress', type: 'active' },
        postTags: [{ name: 'core' }],
        date: '2024-05-01T00:00:00.000Z',
        commentCount: 1,
      },
    ]),
    'comments.json': JSON.stringify([
      {
        id: 'c1',
        submission: 'f1',
        content: '<p>Soon</p>',
        author: 'Eve',
        authorId: 'u9',
        parentComment: null,
        isPrivate: false,
        createdAt: '2024-05-02',
      },
    ]),
  })
  assert.equal(source, 'featurebase')
  assert.deepEqual(problems, [])
  const { requests, comments, voters, tags } = await contentsOf(acme)
  assert.deepEqual(requests, [
    {
      title: 'Search',
      stage: 'in_progress',
      votes: 3,
      comments: 1,
      board: 'Feature Request',
      createdAt: '2024-05-01T00:00:00.000Z',
    },
  ])
  assert.equal((await acme.api.listAll('/feedback'))[0]!.description, 'Find **all** of [it](https://x.example/a)')
  assert.deepEqual([comments.map(({ body }) => body), voters.length, tags[0].tags], [['Soon'], 1, ['core']])
})

test('imports the lists of Featurebase’s API of 2026, and nothing that waits for moderation', async () => {
  const acme = await app.workspace()
  const list = (data: object[]) => JSON.stringify({ object: 'list', data, nextCursor: null })
  const author = { id: 'u1', name: 'Ada', email: 'ada@example.com', type: 'customer' }
  const post = (id: string, title: string, inReview: boolean) => ({
    ...{ object: 'post', id, title, content: '<p>Text</p>', author, boardId: 'b1', upvotes: 1, commentCount: 0 },
    ...{ status: { id: 's1', name: 'In Progress' }, tags: [{ name: 'core' }], inReview },
    createdAt: '2025-05-01T00:00:00.000Z',
  })
  const comment = (id: string, content: string, more: object) => ({
    ...{ object: 'comment', id, postId: 'f1', changelogId: null, parentCommentId: null, content, author },
    ...{ isPrivate: false, inReview: false, upvotes: 0, createdAt: '2025-05-02T00:00:00.000Z', ...more },
  })
  const { source, problems } = await importerOf(app, acme).run({
    'boards.json': list([{ object: 'board', id: 'b1', name: 'Ideas', access: { adminOnly: false } }]),
    'posts.json': list([post('f1', 'Search', false), post('f2', 'Waiting', true)]),
    'comments.json': list([
      comment('c1', '<p>When?</p>', {}),
      comment('c2', '<p>Soon</p>', { parentCommentId: 'c1' }),
      comment('c3', '<p>Spam</p>', { inReview: true }),
      comment('c4', '<p>Nice release</p>', { postId: null, changelogId: 'e1' }),
    ]),
  })
  assert.deepEqual([source, problems], ['featurebase', []])
  const { requests, comments } = await contentsOf(acme)
  assert.deepEqual(
    requests.map(({ title, stage, board }) => [title, stage, board]),
    [
      ['Search', 'in_progress', 'Ideas'],
      ['Waiting', 'pending', 'Ideas'],
    ],
  )
  assert.deepEqual(
    comments.map(({ body, parent }) => [body, parent]),
    [
      ['Soon', 'When?'],
      ['When?', null],
    ],
  )
})

test('imports the CSV files of UserVoice', async () => {
  const acme = await app.workspace()
  const { source, problems } = await importerOf(app, acme).run({
    'suggestions.csv': [
      'suggestion.id,suggestion.title,suggestion.body,suggestion.status.name,suggestion.forum.name,suggestion.supporters_count,suggestion.labels.name,suggestion.created_timestamp',
      '77,Faster search,Please,Started,General,2,perf,2023-07-21 03:37:03',
    ].join('\r\n'),
    'supporters.csv': [
      'suggestion.id,user.id,user.name,user.email_address',
      '77,5,Ada,ada@example.com',
      '77,6,Bob,bob@example.com',
    ].join('\r\n'),
    'comments.csv': [
      'suggestion.id,comment.id,comment.body,user.name,user.email_address,comment.created_timestamp',
      '77,9,Yes,Ada,ada@example.com,2023-07-22 00:00:00',
    ].join('\r\n'),
  })
  assert.equal(source, 'uservoice')
  assert.deepEqual(problems, [])
  const { requests, comments, voters, tags } = await contentsOf(acme)
  assert.deepEqual(requests, [
    {
      title: 'Faster search',
      stage: 'in_progress',
      votes: 2,
      comments: 1,
      board: 'General',
      createdAt: '2023-07-21T03:37:03.000Z',
    },
  ])
  assert.deepEqual(voters, [{ title: 'Faster search', voters: ['ada@example.com', 'bob@example.com'] }])
  assert.deepEqual([comments[0].author, tags[0].tags], ['Ada', ['perf']])
})

test('imports the CSV files of Quackback’s export', async () => {
  const acme = await app.workspace()
  const { source, problems } = await importerOf(app, acme).run({
    'posts.csv': [
      'id,title,content,status,tags,board,author_name,author_email,vote_count,created_at',
      'post_1,Offline mode,On planes,Under Review,"mobile,core",ideas,Ada,ada@example.com,3,2025-01-01T00:00:00.000Z',
    ].join('\n'),
    'post_votes.csv': [
      'id,post_id,voter_email,source_type,created_at',
      'v1,post_1,bob@example.com,,2025-01-02T00:00:00.000Z',
      // Anonymous votes have no address.
      'v2,post_1,,,2025-01-02T00:00:00.000Z',
      'v3,post_1,,,2025-01-02T00:00:00.000Z',
    ].join('\n'),
    'post_comments.csv': [
      'id,post_id,parent_id,author_name,author_email,is_team_member,is_private,moderation_state,content,created_at,updated_at',
      'c1,post_1,,Ada,ada@example.com,false,false,published,When?,2025-01-03T00:00:00.000Z,',
      'c2,post_1,c1,Eve,eve@example.com,true,false,published,Soon,2025-01-04T00:00:00.000Z,',
      'c3,post_1,c1,Spam,spam@example.com,false,false,pending,Buy,2025-01-04T00:00:00.000Z,',
    ].join('\n'),
  })
  assert.equal(source, 'quackback')
  assert.deepEqual(problems, [])
  const { requests, comments, voters, tags } = await contentsOf(acme)
  assert.deepEqual(requests, [
    {
      title: 'Offline mode',
      stage: 'in_review',
      votes: 3,
      comments: 2,
      board: 'ideas',
      createdAt: '2025-01-01T00:00:00.000Z',
    },
  ])
  assert.deepEqual(
    comments.map(({ body, kind, parent }) => [body, kind, parent]),
    [
      ['When?', 'comment', null],
      ['Soon', 'staff_reply', 'When?'],
    ],
  )
  assert.deepEqual([voters[0].voters, tags[0].tags], [['bob@example.com'], ['core', 'mobile']])
})

test('refuses an export with the wrong product, before writing anything', async () => {
  const acme = await app.workspace()
  const quackback = {
    'posts.csv': 'id,title,content,status,tags,board,author_name,author_email,vote_count,created_at\n1,A,,,,,,,,\n',
  }
  await assert.rejects(importerOf(app, acme).run(quackback, 'fider'), /looks like an export of Quackback, not of Fider/)
  const { rows } = await pool.query('select count(*) from imports where workspace_id = $1', [acme.id])
  assert.equal(rows[0].count, 0)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importerOf } from '../support/imports.ts'
import { createTestApp } from '../test-app.ts'

const app = await createTestApp()
const { pool } = app.database

const utf16 = (text: string, isBig: boolean): Uint8Array => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

const titlesOf = async (files: Record<string, string | Uint8Array>, options = {}) => {
  const acme = await app.workspace()
  const { problems } = await importerOf(app, acme).run(files, null, options)
  const requests = await acme.api.listAll('/feedback')
  return { acme, problems, requests, titles: requests.map(({ title }) => title).sort() }
}

test('reads UTF-8 with a byte order mark, UTF-16 in both orders, and Windows-1252', async () => {
  const text = 'title;description\nGrößer;“Ja” – 5 €\n'
  const encoded = [
    Buffer.from(`\ufeff${text}`),
    utf16(text, false),
    utf16(text, true),
    Buffer.from(
      text.replace('ö', 'F').replace('ß', 'G').replace('“', 'A').replace('”', 'B').replace('–', 'C').replace('€', 'D'),
      'latin1',
    ),
  ]
  const windows = encoded[3]!
  for (const [letter, byte] of Object.entries({ F: 0xf6, G: 0xdf, A: 0x93, B: 0x94, C: 0x96, D: 0x80 })) {
    windows[windows.lastIndexOf(letter.charCodeAt(0))] = byte
  }
  for (const content of encoded) {
    const { requests } = await titlesOf({ 'ideas.csv': content })
    assert.deepEqual(
      requests.map(({ title, description }) => [title, description]),
      [['Größer', '“Ja” – 5 €']],
    )
  }
})

test('reads semicolons, tabs and commas, with quotes, separators and line breaks in cells', async () => {
  for (const separator of [';', '\t', ',']) {
    const lines = [
      ['title', 'description'],
      ['"He said ""hi"", then left;"', '"two\r\nlines"'],
    ]
    const { requests } = await titlesOf({ 'ideas.csv': lines.map((cells) => cells.join(separator)).join('\r\n') })
    assert.deepEqual(
      requests.map(({ title, description }) => [title, description]),
      [['He said "hi", then left;', 'two\nlines']],
    )
  }
})

test('reports an invalid row with its line, column and reason, and imports the valid ones', async () => {
  const { problems, titles } = await titlesOf({
    'ideas.csv': [
      'id,title,status,email,created_at',
      '1,Good,planned,ada@example.com,2024-01-01',
      '2,,planned,,',
      '3,"Two',
      'lines",Nonsense,,',
      '4,Bad mail,planned,nobody,',
      '5,Bad date,planned,,2024-13-01',
      '1,Again,planned,,',
      '6,Too,many,cells,here,really,yes',
      '7,Also good,,,',
    ].join('\n'),
  })
  assert.deepEqual(titles, ['Also good', 'Good'])
  assert.deepEqual(
    problems.map(({ line, column, reason }) => [line, column, reason]),
    [
      [3, 'title', 'is empty'],
      [4, 'status', 'has the status “Nonsense”, which is not mapped to a status of Heed'],
      [6, 'email', 'is not an email address'],
      [7, 'created_at', 'is not a date that exists'],
      [8, null, 'repeats the id of line 2'],
      [9, null, 'has 7 cells, but the header has 5'],
    ],
  )
})

test('reports every problem of a row, and counts the row once', async () => {
  const importer = importerOf(app, await app.workspace())
  const file = { 'ideas.csv': 'title,status,email,created_at,votes\n,Nonsense,nobody,2024-13-01,many\n' }
  const { problems, counts } = await importer.run(file)
  assert.deepEqual(
    problems.map(({ line, column }) => [line, column]).sort(),
    ['created_at', 'email', 'status', 'title', 'votes'].map((column) => [2, column]),
  )
  assert.equal(counts.feedback?.failed, 1)
})

test('leaves out invalid voters and dates within a request', async () => {
  const acme = await app.workspace()
  const voters = [
    { email: 'ada@example.com', created: '+275760-09-13T00:00:00.000Z' },
    { email: `${'x'.repeat(300)}@example.com` },
    { email: 'not an address', name: 'N'.repeat(500) },
    { id: 'i'.repeat(500), name: 'Long id' },
    { id: 'j'.repeat(255), name: 'The longest id' },
  ]
  const { counts } = await importerOf(app, acme).run(
    { 'ideas.json': JSON.stringify({ posts: [{ id: '1', title: 'One', voters }] }) },
    'json',
  )
  assert.deepEqual([counts.feedback?.created, counts.votes?.created], [1, 4])
  const rows = await acme.api.listAll('/customers')
  assert.deepEqual(rows.map(({ email }) => email).sort(), ['ada@example.com', null, null, null])
})

test('maps statuses and columns', async () => {
  const { titles, requests } = await titlesOf(
    { 'ideas.csv': 'Subject,Phase,Author\nFly,Someday,ada@example.com\n' },
    {
      map: { title: 'Subject', status: 'Phase', email: 'Author', author_email: 'Author' },
      statuses: { Someday: 'in_review' },
    },
  )
  assert.deepEqual([titles, requests[0]!.stage, requests[0]!.votes], [['Fly'], 'in_review', 1])
})

test('refuses a whole file with one bad row in strict mode', async () => {
  const acme = await app.workspace()
  const file = { 'ideas.csv': 'title,status\nGood,planned\nBad,Nonsense\n' }
  await assert.rejects(importerOf(app, acme).run(file, null, { isStrict: true }), /1 row cannot be imported/)
  assert.deepEqual(await acme.api.listAll('/feedback'), [])
})

const readDates = async (...dates: string[]) => {
  const { requests, problems } = await titlesOf({
    'ideas.csv': ['id,title,created_at', ...dates.map((date, index) => `${index},T${index},"${date}"`)].join('\n'),
  })
  const byTitle = new Map(requests.map(({ title, createdAt }) => [title, createdAt]))
  return { dates: dates.map((_, index) => byTitle.get(`T${index}`) ?? null), problems }
}

test('reads dates in six formats', async () => {
  const { dates, problems } = await readDates(
    '2024-03-04T05:06:07+02:00',
    '03/25/2024 3:04 PM',
    '25.03.2024',
    'Mar 5, 2024',
    'Tue, 05 Mar 2024 05:06:07 GMT',
    '1709614800',
  )
  assert.deepEqual(problems, [])
  assert.deepEqual(dates, [
    '2024-03-04T03:06:07.000Z',
    '2024-03-25T15:04:00.000Z',
    '2024-03-25T00:00:00.000Z',
    '2024-03-05T00:00:00.000Z',
    '2024-03-05T05:06:07.000Z',
    '2024-03-05T05:00:00.000Z',
  ])
})

test('detects the order of day and month from the column, and reports ambiguous dates', async () => {
  assert.deepEqual((await readDates('3/4/2024', '13/4/2024')).dates, [
    '2024-04-03T00:00:00.000Z',
    '2024-04-13T00:00:00.000Z',
  ])
  assert.deepEqual((await readDates('3/4/2024', '4/13/2024')).dates, [
    '2024-03-04T00:00:00.000Z',
    '2024-04-13T00:00:00.000Z',
  ])
  const { dates, problems } = await readDates('3/4/2024', '5/5/2024')
  assert.deepEqual(dates, [null, '2024-05-05T00:00:00.000Z'])
  assert.match(problems[0]!.reason, /can mean two different days/)
})

test('converts HTML to Markdown, with links only to web addresses', async () => {
  const { requests } = await titlesOf({
    'ideas.json': JSON.stringify([
      {
        title: 'A <b> tag & more',
        description:
          '<p>One <a href="javascript:alert(1)">bad</a> and <a href="https://x.example/(a)">good</a></p><ul><li>x</li></ul><img src="data:text/html,x" onerror="alert(1)"><iframe src="https://evil.example"></iframe>',
      },
    ]),
  })
  assert.equal(requests[0]!.title, 'A <b> tag & more')
  assert.equal(requests[0]!.description, 'One bad and [good](https://x.example/%28a%29)\n\n- x')
})

test('stores texts without NUL and unpaired surrogates, and truncates long ones', async () => {
  const { requests, problems } = await titlesOf({
    'ideas.json': JSON.stringify([
      { title: 'a\u0000b\ud800', description: 'x'.repeat(12_000) },
      { title: 'long '.repeat(60), description: 'rest' },
    ]),
  })
  assert.deepEqual(
    problems.map(({ reason }) => reason),
    ['was truncated to 10,000 characters'],
  )
  const long = requests.find(({ title }) => title.startsWith('long'))!
  assert.ok(long.title.length <= 200)
  assert.match(long.description, /^(long ){59}long\n\nrest$/)
  assert.ok(requests.some(({ title }) => title === 'ab\ufffd'))
})

test('imports votes and comments without people who are not in the file, and flattens threads with cycles', async () => {
  const acme = await app.workspace()
  const comment = (id: string, parentId: string | null) => ({
    id,
    postId: 'p',
    body: id,
    authorId: 'missing',
    parentId,
  })
  const { problems, counts } = await importerOf(app, acme).run({
    'all.json': JSON.stringify({
      posts: [{ id: 'p', title: 'Threads', authorId: 'missing' }],
      votes: [
        { postId: 'p', voterId: 'missing' },
        { postId: 'nowhere', voterEmail: 'ada@example.com' },
      ],
      comments: [
        comment('deep', 'reply'),
        comment('reply', 'top'),
        comment('top', null),
        comment('snake', 'tail'),
        comment('tail', 'snake'),
        comment('orphan', 'gone'),
      ],
    }),
  })
  assert.deepEqual(counts.votes, { created: 0, updated: 0, unchanged: 0, failed: 2 })
  const { rows } = await pool.query(
    `select c.body, p.body as parent from comments c
     left join comments p on p.workspace_id = c.workspace_id and p.id = c.parent_id where c.workspace_id = $1 order by 1`,
    [acme.id],
  )
  assert.deepEqual(rows, [
    { body: 'deep', parent: 'top' },
    { body: 'orphan', parent: null },
    { body: 'reply', parent: 'top' },
    { body: 'snake', parent: null },
    { body: 'tail', parent: null },
    { body: 'top', parent: null },
  ])
  assert.equal(problems.filter(({ reason }) => reason.includes('becomes a top-level comment')).length, 3)
})

test('refuses invalid files before writing anything', async () => {
  const acme = await app.workspace()
  const { run } = importerOf(app, acme)
  const whole = JSON.stringify([{ title: 'One' }, { title: 'Two' }])
  const bad: [Record<string, string | Uint8Array>, RegExp][] = [
    [{ 'a.csv': '' }, /empty/],
    [{ 'a.csv': Buffer.from('%PDF-1.7 x') }, /PDF/],
    [{ 'a.csv': Buffer.from([0x50, 0x4b, 3, 4, 1, 2]) }, /zip archive or an Excel workbook/],
    [{ 'a.csv': Buffer.from([1, 2, 3, 4, 5, 200]) }, /not a text file/],
    [{ 'a.json': whole.slice(0, -3) }, /JSON file is incomplete/],
    [{ 'a.json': '[{"title": "One"}, {"title": oops}]' }, /not valid JSON/],
    [{ 'a.json': `${whole} trailing` }, /not a JSON file/],
    [{ 'a.json': '{"a": 1}' }, /no array of objects/],
    [{ 'a.csv': 'title,description\n"never closed,x\n' }, /not closed/],
    [{ 'a.csv': 'color,size\nred,1\n' }, /Its columns are: color, size/],
  ]
  for (const [files, message] of bad) await assert.rejects(run(files), message, String(message))
  assert.deepEqual(await acme.api.listAll('/feedback'), [])
})

test('a check writes nothing, and its counts match the import', async () => {
  const acme = await app.workspace()
  const importer = importerOf(app, acme)
  const files = {
    'all.json': JSON.stringify({
      posts: [
        { id: '1', title: 'One', tags: ['a', 'b'], board: 'Ideas', authorEmail: 'ada@example.com' },
        { id: '2', title: 'Two', status: 'nonsense' },
      ],
      votes: [
        { postId: '1', email: 'bob@example.com' },
        { postId: '1', email: 'BOB@example.com' },
        { postId: '2', email: 'bob@example.com' },
      ],
      comments: [{ id: 'c', postId: '1', body: 'Hi', authorEmail: 'cy@example.com' }],
    }),
  }
  const dump = async () =>
    (
      await pool.query(`select (select count(*) from feedback) + (select count(*) from customers)
    + (select count(*) from boards) + (select count(*) from tags) + (select count(*) from imported_records) as n`)
    ).rows[0].n
  const before = await dump()
  const checked = await importer.check(files)
  assert.equal(await dump(), before)
  const { counts, problems } = await importer.run(files)
  assert.deepEqual(checked.counts, counts)
  assert.deepEqual(
    checked.problems.map(({ reason }) => reason),
    problems.map(({ reason }) => reason),
  )
  const again = await importer.check(files)
  assert.deepEqual(again.counts.feedback, { created: 0, updated: 0, unchanged: 1, failed: 1 })
  assert.deepEqual(again.counts.votes, { created: 0, updated: 0, unchanged: 2, failed: 1 })
})

test('refuses a comment within a request that repeats the id of another', async () => {
  const { acme, problems } = await titlesOf({
    'posts.json': JSON.stringify([
      { id: 1, title: 'A', comments: [{ id: 7, body: 'One' }] },
      {
        id: 2,
        title: 'B',
        comments: [
          { id: 7, body: 'Two' },
          { id: 8, body: 'Three' },
        ],
      },
    ]),
  })
  assert.deepEqual(
    problems.map(({ reason }) => reason),
    ['repeats the id 7 of another comment'],
  )
  const { rows } = await pool.query('select body from comments where workspace_id = $1 order by body', [acme.id])
  assert.deepEqual(
    rows.map(({ body }) => body),
    ['One', 'Three'],
  )
})

test('does not import removed votes and requests again', async () => {
  const acme = await app.workspace()
  const importer = importerOf(app, acme)
  const files = {
    'posts.csv': 'id,title\n1,One\n2,Two\n',
    'votes.csv': 'post_id,email\n1,ada@example.com\n1,bob@example.com\n2,ada@example.com\n',
  }
  await importer.run(files)
  await pool.query(
    `with gone as (delete from votes v using customers c where v.workspace_id = $1 and c.workspace_id = $1
       and c.id = v.customer_id and c.email = 'ada@example.com' returning v.feedback_id)
     update feedback f set votes = votes - 1 from gone where f.workspace_id = $1 and f.id = gone.feedback_id`,
    [acme.id],
  )
  await pool.query(`delete from feedback where workspace_id = $1 and title = 'Two'`, [acme.id])
  await importer.run(files)
  const requests = (await acme.api.listAll('/feedback')).map(({ title, votes }) => [title, votes])
  assert.deepEqual(requests, [['One', 1]])
})

test('exceeds the limit of tracked customers instead of refusing customers', async () => {
  const acme = await app.workspace({ plan: 'free' })
  const rows = Array.from({ length: 120 }, (_, index) => `T${index},c${index}@example.com`)
  await importerOf(app, acme).run({ 'ideas.csv': `title,email\n${rows.join('\n')}\n` })
  assert.deepEqual((await acme.api.get('/workspace')).body.data.limits.trackedCustomers, { used: 120, max: 100 })
  const another = await acme.api.post('/feedback', { title: 'x', submitter: { email: 'new@example.com' } })
  assert.equal(another.status, 403)
})

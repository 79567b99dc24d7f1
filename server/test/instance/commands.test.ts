import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClient } from '../clients/api-client.ts'
import { runCommand } from '../support/run-command.ts'
import { type CommandResult, connectToDatabase, newMigratedDataDir, runHeed, startInstance } from './test-instance.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

const server = await startInstance({ dataDir: await newMigratedDataDir() })

/** Runs a command on the running server's data folder. Pass arguments with spaces after the first parameter. */
const run = (line: string, ...words: string[]): Promise<CommandResult> =>
  runCommand(server, ...line.split(' ').filter(Boolean), ...words)

await run('workspace create --slug acme', '--name', 'Acme')

const apiOf = (key: string) => new TestClient(server.origin, key)

const newKey = async (scopes = 'all') =>
  (await run(`key create --workspace acme --name test --scopes ${scopes} --json`)).json()

test('creates a workspace with one board and prints its id, name, slug and plan', async () => {
  const { status, stderr, json } = await run(
    'workspace create --slug globex --plan free --json',
    '--name',
    'Globex Inc.',
  )
  assert.deepEqual([status, stderr], [0, ''])
  const { id, ...rest } = json()
  assert.match(id, uuid)
  assert.deepEqual(rest, { name: 'Globex Inc.', slug: 'globex', plan: 'free' })

  const { key } = (await run('key create --workspace globex --name test --scopes all --json')).json()
  const summary = await apiOf(key).get('/workspace')
  assert.deepEqual(summary.body.data.limits.trackedCustomers, { used: 0, max: 100 })
  const { board } = await apiOf(key).create('/feedback', { title: 'Dark mode' })
  assert.deepEqual([board.slug, board.name], ['feature-requests', 'Feature requests'])
})

test('creates a workspace without a cap by default and with an owner for --owner-email', async () => {
  const created = (
    await run('workspace create --slug initech --name Initech --owner-email bill@initech.example --json')
  ).json()
  assert.equal(created.plan, 'growth')
  const { rows } = await (await connectToDatabase(server.dataDir)).query(
    'select email, role from members where workspace_id = $1',
    [created.id],
  )
  assert.deepEqual(rows, [{ email: 'bill@initech.example', role: 'owner' }])
})

test('lists all workspaces by slug', async () => {
  const { workspaces } = (await run('workspace list --json')).json()
  const slugs = workspaces.map(({ slug }: { slug: string }) => slug)
  assert.deepEqual(slugs, slugs.toSorted())
  const { id, createdAt, ...acme } = workspaces.find(({ slug }: { slug: string }) => slug === 'acme')
  assert.match(id, uuid)
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual(acme, { slug: 'acme', name: 'Acme', plan: 'growth', trackedCustomers: 0 })
})

test('creates a key that works at once, with only its scopes', async () => {
  const created = (
    await run(
      'key create --workspace acme --name reader --scopes feedback:read,workspace:read --expires 2999-01-01T01:00:00+01:00 --json',
    )
  ).json()
  const { id, key, ...rest } = created
  assert.match(id, uuid)
  assert.match(key, /^heed_sk_[0-9A-Za-z]{49}$/)
  const scopes = ['feedback:read', 'workspace:read']
  assert.deepEqual(rest, { name: 'reader', scopes, expiresAt: '2999-01-01T00:00:00.000Z' })
  assert.equal((await apiOf(key).get('/feedback')).status, 200)
  assert.equal((await apiOf(key).post('/feedback', { title: 'No' })).status, 403)
})

test('lists keys without revealing them', async () => {
  const created = await newKey()
  const { stdout, json } = await run('key list --workspace acme --json')
  const listed = json().keys.find(({ id }: { id: string }) => id === created.id)
  assert.deepEqual(Object.keys(listed).sort(), [
    ...['createdAt', 'createdBy', 'expiresAt', 'id', 'lastUsedAt', 'name', 'prefix', 'revokedAt', 'scopes'],
  ])
  assert.ok(created.key.startsWith(listed.prefix))
  assert.ok(!stdout.includes(created.key.slice(0, 16)))
})

test('revokes a key for the next request and is idempotent', async () => {
  const { id, key } = await newKey()
  assert.equal((await apiOf(key).get('/feedback')).status, 200)
  const revoked = (await run(`key revoke ${id} --json`)).json()
  assert.equal((await apiOf(key).get('/feedback')).status, 401)
  assert.deepEqual(Object.keys(revoked).sort(), ['id', 'revokedAt'])
  assert.deepEqual((await run(`key revoke ${id} --json`)).json(), revoked)
})

test('rotates a key: prints the new one once, and the old one works until the overlap ends', async () => {
  const old = (await run('key create --workspace acme --name ci --scopes feedback:read --json')).json()
  const { status, stderr, json } = await run(`key rotate ${old.id} --json`)
  assert.deepEqual([status, stderr], [0, ''])
  const { id, key, replacedExpiresAt, ...rest } = json()
  assert.deepEqual(rest, { name: 'ci', scopes: ['feedback:read'], replaces: old.id })
  assert.match(id, uuid)
  assert.ok(Math.abs(Date.parse(replacedExpiresAt) - Date.now() - 86_400_000) < 60_000, replacedExpiresAt)
  for (const each of [old.key, key]) assert.equal((await apiOf(each).get('/feedback')).status, 200)
  assert.equal((await apiOf(key).get('/workspace')).status, 403)

  const now = (await run(`key rotate ${id} --overlap 0 --json`)).json()
  assert.deepEqual([now.replaces, Date.parse(now.replacedExpiresAt) <= Date.now()], [id, true])
  const statuses = [key, old.key, now.key].map(async (each) => (await apiOf(each).get('/feedback')).status)
  assert.deepEqual(await Promise.all(statuses), [401, 200, 200])

  const list = (await run('key list --workspace acme')).stdout
  const line = (keyId: string) => list.split('\n').find((each) => each.startsWith(keyId))
  assert.match(line(old.id)!, new RegExp(`\treplaced\tci\tlast used never\texpires ${replacedExpiresAt}$`))
  assert.match(line(id)!, /\trevoked\tci\t/)
  assert.match(line(now.id)!, /\tactive\tci\tlast used never\texpires never$/)
})

test('rotates a key with an overlap in minutes, hours or days, and with another expiry', async () => {
  for (const [overlap, ms] of [
    ['90m', 5_400_000],
    ['2h', 7_200_000],
    ['7d', 604_800_000],
  ] as const) {
    const { id } = await newKey()
    const { replacedExpiresAt } = (await run(`key rotate ${id} --overlap ${overlap} --json`)).json()
    assert.ok(Math.abs(Date.parse(replacedExpiresAt) - Date.now() - ms) < 60_000, `${overlap}: ${replacedExpiresAt}`)
  }
  const create = async () =>
    (await run('key create --workspace acme --name e --scopes all --expires 2998-01-01T00:00:00Z --json')).json().id
  const listed = async () => (await run('key list --workspace acme --json')).json().keys
  const expiries = []
  for (const more of ['', ' --expires 2999-01-01T01:00:00+01:00', ' --expires never']) {
    const { id } = (await run(`key rotate ${await create()}${more} --json`)).json()
    expiries.push((await listed()).find((each: { id: string }) => each.id === id).expiresAt)
  }
  assert.deepEqual(expiries, ['2998-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z', null])
})

test('does not rotate a key that was revoked or replaced', async () => {
  const [revoked, replaced] = [await newKey(), await newKey()]
  await run(`key revoke ${revoked.id}`)
  assert.match((await run(`key rotate ${replaced.id}`)).stdout, /^heed_sk_\w+\n\n.*\nThe old key works until 2.*\.$/m)
  for (const [id, message] of [
    [revoked.id, 'This key has been revoked. Create a new one instead.'],
    [replaced.id, 'This key has already been replaced. Rotate the key that replaced it instead.'],
  ]) {
    const { status, json } = await run(`key rotate ${id} --json`)
    assert.deepEqual([status, json().error.code, json().error.message], [1, 'validation_error', message])
  }
})

test('shows the last use of a key', async () => {
  const { id } = await newKey()
  await (await connectToDatabase(server.dataDir)).query(
    `update api_keys set last_used_at = '2026-11-01T10:00:00Z' where id = $1`,
    [id],
  )
  const { stdout } = await run('key list --workspace acme')
  assert.match(stdout, new RegExp(`^${id}\t.*\tlast used 2026-11-01T10:00:00.000Z\texpires never$`, 'm'))
})

test('creates open and closed boards', async () => {
  const open = (await run('board create --workspace acme --slug ideas --name Ideas --json')).json()
  assert.match(open.id, uuid)
  assert.deepEqual(
    { ...open, id: '' },
    {
      id: '',
      name: 'Ideas',
      slug: 'ideas',
      acceptsRequests: true,
      isPublic: true,
      reviewsNew: 'all',
      reviewsComments: 'links',
    },
  )
  const closed = (await run('board create --workspace acme --slug old --name Old --closed --json')).json()
  assert.equal(closed.acceptsRequests, false)

  const api = apiOf((await newKey()).key)
  assert.equal((await api.create('/feedback', { title: 'An idea', boardId: 'ideas' })).board.id, open.id)
  const { status, body } = await api.post('/feedback', { title: 'Too late', boardId: 'old' })
  assert.deepEqual([status, body.error.details[0].path], [400, '/boardId'])
})

test('creates a tag that GET /tags lists', async () => {
  const created = (await run('tag create --workspace acme --name fix --color #22AA55 --json')).json()
  assert.match(created.id, uuid)
  assert.deepEqual({ ...created, id: '' }, { id: '', name: 'fix', color: '#22aa55' })
  const { body } = await apiOf((await newKey()).key).get('/tags')
  assert.ok(body.data.some((tag: { id: string }) => tag.id === created.id))
})

test('prints text without --json', async () => {
  assert.match((await run('workspace list')).stdout, /^acme\tgrowth\t/m)
  assert.match(
    (await run('key create --workspace acme --name w --scopes all')).stdout,
    /^heed_sk_\w+\n\n.*will not be shown again/,
  )
  assert.match((await run('key list --workspace acme')).stdout, /\tactive\t/)
  assert.match((await run('board create --workspace acme --slug wishes --name W')).stdout, /^Created board wishes/)
  assert.match((await run('tag create --workspace acme --name new --color #000000')).stdout, /^Created tag new/)
})

const refused: [line: string, code: string, message: RegExp, ...words: string[]][] = [
  ['workspace create --slug acme --name Again', 'validation_error', /^--slug is taken by another workspace\.$/],
  [
    'workspace create --slug Not!ok --name x --plan gold --owner-email me',
    'validation_error',
    /^--slug .*\n--plan .*\n--owner-email .*$/,
  ],
  ['workspace create --slug blank', 'validation_error', /^--name must not be empty\.$/, '--name', '  '],
  ['key create --workspace nowhere --name x --scopes all', 'validation_error', /^--workspace .*"nowhere" in /],
  [
    'key create --workspace acme --name x --scopes all --expires 2020-01-01T00:00:00Z',
    'validation_error',
    /^--expires must be in the future\.$/,
  ],
  [
    'key create --workspace acme --name x --scopes all --expires tomorrow',
    'validation_error',
    /^--expires must be a date and time with a UTC offset/,
  ],
  ['key list --workspace nowhere', 'validation_error', /"nowhere"/],
  ['key revoke 01890000-0000-7000-8000-000000000000', 'not_found', /^Nothing with this id exists/],
  ['key revoke first', 'validation_error', /the id of a key, as shown by key list/],
  ['key rotate first', 'validation_error', /the id of a key, as shown by key list/],
  ['key rotate 01890000-0000-7000-8000-000000000000', 'not_found', /^Nothing with this id exists/],
  [
    'key rotate 01890000-0000-7000-8000-000000000000 --expires tomorrow',
    'validation_error',
    /^--expires must be a date/,
  ],
  [
    'board create --workspace acme --slug feature-requests --name Twice',
    'validation_error',
    /^--slug is taken by another board/,
  ],
  [
    'tag create --workspace acme --name Taken --color green',
    'validation_error',
    /^--color must be a color such as #22aa55\.$/,
  ],
]

for (const [line, code, message, ...words] of refused) {
  test(`fails with status 1, as text and as JSON: heed ${line}`, async () => {
    const { status, stderr, json } = await run(`${line} --json`, ...words)
    assert.equal(status, 1)
    assert.match(stderr.trimEnd(), message)
    const { error } = json()
    assert.equal(error.code, code)
    assert.equal(error.message, stderr.trimEnd())
  })
}

test('rejects a duplicate tag name, ignoring case', async () => {
  await run('tag create --workspace acme --name Improved --color #101010')
  const { status, stderr } = await run('tag create --workspace acme --name IMPROVED --color #202020')
  assert.deepEqual([status, stderr], [1, '--name is taken by another tag of this workspace.\n'])
})

for (const [line, message] of [
  ['', /Usage: heed/],
  ['workspace', /Usage: heed workspace/],
  ['frobnicate', /unknown command 'frobnicate'/],
  ['workspace create --name Acme', /required option '--slug <slug>' not specified/],
  ['workspace list --all', /unknown option '--all'/],
  ['key create --workspace acme --name x --scopes everything', /everything: not a scope\. Known: all, feedback:read/],
  ['key revoke', /missing required argument 'id'/],
  ['key rotate 01890000-0000-7000-8000-000000000000 --overlap 24', /It must be 0, or a number with m, h or d/],
  ['key rotate 01890000-0000-7000-8000-000000000000 --overlap -1h', /It must be 0, or a number with m, h or d/],
] as const) {
  test(`reports a usage error with status 2 and the valid choices: heed ${line}`, async () => {
    const { status, stdout, stderr } = await run(line)
    assert.deepEqual([status, stdout], [2, ''])
    assert.match(stderr, message)
    const asJson = await run(`${line} --json`.trim())
    assert.equal(asJson.status, 2)
    assert.equal(asJson.json().error.code, 'usage')
  })
}

test('exits with status 0 for help and version', async () => {
  for (const line of ['--help', 'help', 'key create --help', '--version']) {
    const { status, stdout } = await run(line)
    assert.equal(status, 0)
    assert.notEqual(stdout, '')
  }
})

test('the process exits with the status of the command and prints the same output', async () => {
  for (const line of [
    ...['workspace list --json', 'key list --workspace nowhere --json', 'jobs list --json', 'frobnicate --json'],
    ...['tracker status --workspace acme --json', '--version'],
  ]) {
    assert.deepEqual({ ...(await runHeed(server, ...line.split(' '))), json: 0 }, { ...(await run(line)), json: 0 })
  }
  // A process that still holds a connection to a mail server or to Redis would not end.
  assert.equal((await runHeed(server, 'doctor', '--json')).json().ok, true)
  assert.equal((await runHeed(server, 'demo', '--slug', 'process', '--json')).status, 0)
})

test('prints the address of the running server, or PUBLIC_URL, in demo', async () => {
  const { url, key } = (await run('demo --slug here --json')).json()
  assert.equal(url, `${server.origin}/api/v1`)
  assert.equal((await apiOf(key).get('/workspace')).status, 200)
  const { stdout } = await run('demo --slug there')
  assert.ok(stdout.includes(`'${server.origin}/api/v1/feedback?`), stdout)

  const env = { PUBLIC_URL: 'https://feedback.example.com/' }
  const named = await runCommand({ ...server, env }, 'demo', '--slug', 'elsewhere', '--json')
  assert.equal(named.json().url, 'https://feedback.example.com/api/v1')
})

test('records every write of the command line in the audit log', async () => {
  const { id } = await newKey()
  const { rows } = await (await connectToDatabase(server.dataDir)).query(
    'select type, actor_type, actor_id, agent from audit_events where target_id = $1',
    [id],
  )
  assert.deepEqual(rows, [
    { type: 'api_key.created', actor_type: 'system', actor_id: null, agent: 'heed command line' },
  ])
})

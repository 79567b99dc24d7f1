import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { TestClient } from '../clients/api-client.ts'
import { writeFiles } from '../support/imports.ts'
import { createWorkspaceWithKey, runCommand } from '../support/run-command.ts'
import { until } from './members.ts'
import { commandEnvironment, connectToDatabase, newMigratedDataDir, startInstance } from './test-instance.ts'

const server = await startInstance({ dataDir: await newMigratedDataDir() })
const { key } = await createWorkspaceWithKey(server, 'acme')
const api = new TestClient(server.origin, key)

const run = (...args: string[]) => runCommand(server, 'import', ...args)

test('imports a CSV file with mapped columns and statuses, lists the import and undoes it', async () => {
  const [path = ''] = await writeFiles({
    'ideas.csv': 'Subject,Phase,Who\nFly,Under consideration now,ada@example.com\nSwim,Odd,\n',
  })
  const options = [path, '--workspace', 'acme', '--from', 'csv', '--map', 'title=Subject,status=Phase,email=Who']
  const mapped = ['--status', 'Under consideration now=planned', '--json']

  const dry = await run(...options, ...mapped, '--dry-run')
  assert.equal(dry.status, 2)
  const { importId: none, ...checked } = dry.json()
  assert.equal(none, undefined)
  assert.equal(checked.source, 'csv')
  assert.deepEqual(checked.counts.feedback, { created: 1, updated: 0, unchanged: 0, failed: 1 })
  assert.deepEqual([checked.problems[0].line, checked.problems[0].column], [3, 'Phase'])
  assert.deepEqual(await api.listAll('/feedback'), [])

  const real = await run(...options, ...mapped)
  assert.equal(real.status, 2)
  const { importId, ...result } = real.json()
  assert.deepEqual(result, checked)
  assert.deepEqual(
    (await api.listAll('/feedback')).map(({ title, stage }) => [title, stage]),
    [['Fly', 'planned']],
  )

  const { imports } = (await run('list', '--workspace', 'acme', '--json')).json()
  assert.deepEqual([imports[0].id, imports[0].state], [importId, 'finished'])
  const undone = (await run('undo', importId, '--json')).json()
  assert.deepEqual([undone.importId, undone.kept], [importId, 0])
  assert.deepEqual(await api.listAll('/feedback'), [])
})

test('exits with 0 if every row was imported, and with 1 if none was', async () => {
  const [good = '', bad = ''] = await writeFiles({ 'good.csv': 'title\nOne\n', 'bad.csv': 'title,status\nOne,Odd\n' })
  assert.equal((await run(good, '--workspace', 'acme', '--json')).status, 0)
  assert.equal((await run(bad, '--workspace', 'acme', '--json')).status, 1)
  assert.doesNotMatch((await run(bad, '--workspace', 'acme')).stdout, /Undo/)
  const again = (await run(good, '--workspace', 'acme')).stdout
  assert.match(again, /1 unchanged/)
  assert.doesNotMatch(again, /Undo/)
  const strict = await run(bad, '--workspace', 'acme', '--strict', '--json')
  assert.equal(strict.status, 1)
  assert.match(strict.json().error.message, /cannot be imported/)
  const unknown = await run(good, '--workspace', 'acme', '--from', 'trello', '--json')
  assert.equal(unknown.status, 1)
  assert.match(unknown.json().error.message, /--from must be one of canny/)
})

test('imports a folder of files', async () => {
  await createWorkspaceWithKey(server, 'initech')
  const [path = ''] = await writeFiles({
    'posts.csv': 'id,title\n1,One\n',
    'votes.csv': 'post_id,email\n1,ada@example.com\n1,bob@example.com\n',
  })
  const result = await run(dirname(path), '--workspace', 'initech', '--json')
  assert.equal(result.status, 0, result.stderr)
  const { counts } = result.json()
  assert.deepEqual([counts.feedback.created, counts.votes.created], [1, 2])
})

test('resumes where it stopped after kill -9, and imports every row once', async () => {
  await createWorkspaceWithKey(server, 'globex')
  const rows = Array.from({ length: 6_000 }, (_, index) => `${index},Request ${index},c${index % 500}@example.com`)
  const [path = ''] = await writeFiles({ 'many.csv': `id,title,author_email\n${rows.join('\n')}\n` })
  const heed = fileURLToPath(new URL('../../../bin/heed', import.meta.url))
  const database = await connectToDatabase(server.dataDir)
  const position = async () => {
    const { rows } = await database.query(
      `select i.position::int, i.state from imports i join workspaces w using (workspace_id) where w.slug = 'globex'`,
    )
    return rows[0]
  }
  const child = spawn(process.execPath, [heed, 'import', path, '--workspace', 'globex'], {
    env: commandEnvironment(server),
    stdio: 'ignore',
  })
  await until(async () => ((await position())?.position ?? 0) > 0)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const stopped = await position()
  assert.ok(stopped.position < rows.length, 'the import had not finished')
  assert.equal(stopped.state, 'running')

  const result = await run(path, '--workspace', 'globex', '--json')
  assert.equal(result.status, 0, result.stderr)
  assert.deepEqual(result.json().counts.feedback, { created: 6_000, updated: 0, unchanged: 0, failed: 0 })
  const { rows: counted } = await database.query(
    `select count(*)::int, count(distinct title)::int as titles, sum(votes)::int as votes,
       (select count(*)::int from imports i where i.workspace_id = w.workspace_id) as imports,
       (select count(*)::int from customers c where c.workspace_id = w.workspace_id) as customers,
       (select u.tracked_customers from workspace_usage u where u.workspace_id = w.workspace_id) as tracked_customers
     from feedback f join workspaces w using (workspace_id) where w.slug = 'globex' group by w.workspace_id`,
  )
  assert.deepEqual(counted, [
    { count: 6_000, titles: 6_000, votes: 6_000, imports: 1, customers: 500, tracked_customers: 500 },
  ])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from '../support/run-command.ts'
import { connectToDatabase, newMigratedDataDir, startInstance, waitFor } from './test-instance.ts'

const server = await startInstance({ dataDir: await newMigratedDataDir() })
const database = await connectToDatabase(server.dataDir)
await runCommand(server, 'workspace', 'create', '--name', 'Acme', '--slug', 'acme')

const nobody = '00000000-0000-7000-8000-000000000000'
const figure = async (name: string) => {
  const text = await (await fetch(`${server.origin}/metrics`)).text()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  )
}
const dead = 'heed_jobs{queue="announce",state="dead"}'

test('reports a failed job in metrics, doctor and jobs list, and retries it with jobs retry', async () => {
  // The server creates the job tables and queues after it has started.
  await waitFor(async () => (await database.query(`select to_regclass('pgboss.queue') as name`)).rows[0].name, server)
  const queues = async () => (await database.query(`select from pgboss.queue where name = 'announce'`)).rowCount === 1
  await waitFor(queues, server)
  assert.equal(await figure(dead), 0)
  await database.query(
    `insert into pgboss.job (name, data, state, retry_limit, retry_count, output, created_on, completed_on)
     values ('announce', $1, 'failed', 20, 20, '{"message": "no mail for ada@example.com"}', now(), now())`,
    [{ workspaceId: nobody, entryId: nobody }],
  )
  assert.equal(await figure(dead), 1)

  const { status, stdout } = await runCommand(server, 'doctor', '--json')
  assert.equal(status, 1)
  const { findings } = JSON.parse(stdout)
  const finding = findings.find(({ status, check }: { status: string; check: string }) => {
    return status === 'problem' && check === 'announcements'
  })
  assert.match(finding.message, /^1 job of the queue announce failed permanently/)
  assert.match(finding.advice, /heed jobs retry announce/)

  const list = (await runCommand(server, 'jobs', 'list', '--json')).json()
  assert.deepEqual(
    list.dead.map(({ queue, reason }: { queue: string; reason: string }) => [queue, reason]),
    [['announce', 'no mail for [redacted]']],
  )
  const text = await runCommand(server, 'jobs', 'list')
  assert.match(text.stdout, /announce\tdead\t1\tsince /)

  assert.deepEqual((await runCommand(server, 'jobs', 'retry', 'announce', '--json')).json(), {
    queue: 'announce',
    retried: 1,
  })
  const isDone = async () =>
    (await database.query(`select from pgboss.job where name = 'announce' and state = 'completed'`)).rowCount === 1
  await waitFor(isDone, server)
  assert.equal(await figure(dead), 0)
})

test('rejects an unknown queue and lists the known ones', async () => {
  const { status, stderr } = await runCommand(server, 'jobs', 'retry', 'laundry')
  assert.equal(status, 1)
  assert.match(stderr, /must be one of account-mail, .*, housekeeping/)
})

test('sets the mail sender, keeps unspecified options and rejects an invalid address', async () => {
  const run = (...words: string[]) => runCommand(server, 'workspace', 'mail', 'acme', ...words, '--json')
  assert.deepEqual((await run()).json(), { slug: 'acme', senderName: null, replyTo: null })
  assert.deepEqual((await run('--sender-name', 'Acme news')).json(), {
    slug: 'acme',
    senderName: 'Acme news',
    replyTo: null,
  })
  const both = { slug: 'acme', senderName: 'Acme news', replyTo: 'team@acme.example' }
  assert.deepEqual((await run('--reply-to', 'team@acme.example')).json(), both)
  const refused = await run('--reply-to', 'team@acme.example\r\nBcc: eve@example.com')
  assert.equal(refused.status, 1)
  assert.match(refused.stderr, /--reply-to/)
  assert.equal((await run('--sender-name', 'Acme\r\nBcc: eve@example.com')).status, 1)
  assert.deepEqual((await run()).json(), both)
  const { rows } = await database.query(
    `select changes from audit_events where type = 'workspace.mail_sender_updated' order by id`,
  )
  assert.equal(rows.length, 2)
})

test('reports no announcement for an unpublished or unknown entry', async () => {
  const { status, stderr } = await runCommand(server, 'changelog', 'status', nobody)
  assert.equal(status, 1)
  assert.match(stderr, /exists/)
  assert.equal((await runCommand(server, 'changelog', 'status', 'no-id')).status, 1)
})

test('resumes mail to stopped addresses but not to customers who opted out', async () => {
  await database.query(
    `insert into customers (workspace_id, id, email, origin, created_at, mail_bounced_at, mail_bounces, mail_opted_out_at)
     select workspace_id, gen_random_uuid(), 'c' || n || '@example.com', 'api', now(), case when n < 3 then now() end, 3,
       case when n = 2 then now() end
     from workspaces, generate_series(1, 3) n where slug = 'acme'`,
  )
  const { findings } = JSON.parse((await runCommand(server, 'doctor', '--json')).stdout)
  assert.ok(findings.some(({ message }: { message: string }) => /^Mail to 2 addresses has stopped/.test(message)))
  assert.deepEqual((await runCommand(server, 'mail', 'resume', 'acme', '--json')).json(), { slug: 'acme', resumed: 2 })
  const { rows } = await database.query(
    `select count(mail_bounced_at)::integer as stopped, count(mail_opted_out_at)::integer as out from customers`,
  )
  assert.deepEqual(rows, [{ stopped: 0, out: 1 }])
})

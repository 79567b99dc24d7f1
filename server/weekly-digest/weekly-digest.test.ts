import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { writeAsSystem } from '../platform/system-scope.ts'
import { createTestMailer } from '../test/fixtures/deliveries.ts'
import { startSmtpServer } from '../test/support/smtp-server.ts'
import { createTestApp, type TestWorkspace, testSecretKey } from '../test/test-app.ts'
import { weeklyDigestQueue } from './queues.ts'
import { enqueueDueDigests } from './schedule.ts'
import { sendWeeklyDigest } from './send.ts'
import { chooseDigest, getDigestChoice, updateWeeklyDigest } from './settings.ts'

const now = '2026-03-11T12:00:00.000Z'
const monday = '2026-03-16'
const app = await createTestApp({ now })
const smtp = await startSmtpServer()
const mailer = createTestMailer(smtp.url)
const { database, jobs } = app
const clock = () => `${monday}T09:00:00.000Z`
const deps = { database, mailer, log: createLog('silent'), clock, secretKey: testSecretKey, publicUrl: app.origin }

async function addMember({ id: workspaceId, slug }: TestWorkspace, role: string): Promise<string> {
  const id = newId()
  await database.pool.query(
    `insert into members (workspace_id, id, email, role, joined_at, created_at) values ($1, $2, $3, $4, now(), now())`,
    [workspaceId, id, `${role}.${id}@${slug}.test`, role],
  )
  return id
}

const asMember = <T>(
  { write }: TestWorkspace,
  id: string,
  work: (scope: Parameters<typeof chooseDigest>[0]) => Promise<T>,
) => write((tx) => work({ ...tx, actor: { type: 'member', id, role: 'member' } }))

type Write = Parameters<typeof enqueueDueDigests>[1]
const writeDigests: Write = (workspaceId, work) => writeAsSystem({ database, jobs }, workspaceId, work)

/** Looks for due digests at a time. @returns the members with a job, of this workspace */
async function look({ id }: TestWorkspace, at: string, write = writeDigests): Promise<string[]> {
  await enqueueDueDigests(database, write, deps.log, at)
  const { rows } = await database.pool.query(
    `select data->>'memberId' as member from pgboss.job where name = $1 and data->>'workspaceId' = $2`,
    [weeklyDigestQueue.name, id],
  )
  return rows.map(({ member }) => member)
}

const mailOf = ({ slug }: TestWorkspace) => smtp.messages.filter(({ to }) => to.endsWith(`@${slug}.test`))
const textOf = (raw: string) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')

test('enqueues one job a week for each member who wants it, on Monday at 9:00 in the time zone', async () => {
  const acme = await app.workspace()
  await database.pool.query(`update workspaces set time_zone = 'America/New_York' where workspace_id = $1`, [acme.id])
  const [owner, member, other] = [
    await addMember(acme, 'owner'),
    await addMember(acme, 'member'),
    await addMember(acme, 'admin'),
  ]
  await asMember(acme, member, (tx) => chooseDigest(tx, true))
  assert.deepEqual(await asMember(acme, other, getDigestChoice), {
    isWanted: false,
    isSent: true,
  })
  assert.deepEqual(await look(acme, '2026-03-16T12:59:00.000Z'), [])
  // Nine in the morning during daylight saving time.
  await Promise.all([look(acme, '2026-03-16T13:00:00.000Z'), look(acme, '2026-03-16T13:00:00.000Z')])
  assert.deepEqual((await look(acme, '2026-03-16T18:00:00.000Z')).sort(), [owner, member].sort())
  assert.equal((await look(acme, '2026-03-18T13:00:00.000Z')).length, 2)
  assert.equal((await look(acme, '2026-03-23T13:00:00.000Z')).length, 4)
})

test('a server that was down for more than a day sends nothing, and neither does a workspace that turned it off', async () => {
  const [late, off] = [await app.workspace(), await app.workspace()]
  for (const each of [late, off]) await addMember(each, 'owner')
  await off.write((tx) => updateWeeklyDigest(tx, false))
  assert.deepEqual(await look(late, '2026-03-17T09:00:00.000Z'), [])
  assert.deepEqual(await look(off, '2026-03-16T09:00:00.000Z'), [])
})

test('a workspace that fails keeps no other from its digest, and is tried again', async () => {
  const workspaces = [await app.workspace(), await app.workspace()]
  for (const each of workspaces) await addMember(each, 'owner')
  const at = '2026-03-16T09:00:00.000Z'
  let failedId: string | undefined
  const writeExceptFirst: Write = (workspaceId, work) => {
    const isTested = workspaces.some(({ id }) => id === workspaceId)
    return writeDigests(workspaceId, async (tx) => {
      const result = await work(tx)
      if (!isTested) return result
      failedId ??= workspaceId
      if (workspaceId === failedId) throw new Error('the first one fails')
      return result
    })
  }
  await look(workspaces[0]!, at, writeExceptFirst)
  const jobs = await Promise.all(workspaces.map((each) => look(each, at, writeExceptFirst)))
  assert.deepEqual(
    jobs.map((found) => found.length),
    workspaces.map(({ id }) => (id === failedId ? 0 : 1)),
  )
  assert.deepEqual(
    (await Promise.all(workspaces.map((each) => look(each, at)))).map((found) => found.length),
    [1, 1],
  )
})

test('sends what happened in the week once, with one-click unsubscribe', async () => {
  const acme = await app.workspace()
  const memberId = await addMember(acme, 'owner')
  const job = { workspaceId: acme.id, memberId, monday }
  // The workspace was created now, and times of events never go back.
  await database.pool.query(`update event_counters set last_event_at = '2026-03-01' where workspace_id = $1`, [acme.id])
  const create = async (at: string, body: { title: string } & object) => {
    app.setClock(at)
    const { id } = await acme.api.create('/feedback', { submitter: { externalId: body.title }, ...body })
    return id as string
  }
  await create('2026-03-08T23:00:00.000Z', { title: 'The week before' })
  const csv = await create('2026-03-09T01:00:00.000Z', { title: 'Export <b>CSV</b>' })
  const dark = await create('2026-03-10T12:00:00.000Z', { title: 'Dark mode' })
  for (const id of [csv, dark]) await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  await acme.api.patch(`/feedback/${dark}/stage`, { stage: 'completed' })
  app.setClock('2026-03-10T15:00:00.000Z')
  await acme.api.create(`/feedback/${csv}/comments`, { body: 'Soon', kind: 'staff_reply' })
  const entry = await acme.api.create('/changelog', { title: 'Dark mode is here', body: '' })
  await acme.api.post(`/changelog/${entry.id}/publish`)
  app.setClock(now)

  await sendWeeklyDigest(deps, job)
  await sendWeeklyDigest(deps, job)
  const [message, ...more] = mailOf(acme)
  assert.deepEqual(more, [])
  const text = textOf(message!.raw)
  assert.match(text, /^Subject: Acme: 2 new requests last week\r$/m)
  assert.match(text, /9 March 2026 to 15 March 2026/)
  assert.match(text, /Export <b>CSV<\/b> \(\+1\)/)
  assert.match(text, /Completed:\r\n- Dark mode\r\n/)
  assert.match(text, /Published:\r\n- Dark mode is here\r\n/)
  assert.match(text, /First reply after 38 hours \(median\)|First reply after 2 days \(median\)/)
  assert.doesNotMatch(text, /The week before/)
  assert.match(text, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)

  const url = /\/unsubscribe\/digest\/[\w-]{64}/.exec(text)![0]
  const isWanted = async () => (await asMember(acme, memberId, getDigestChoice)).isWanted
  const setOwnerWants = 'update members set role = role, weekly_digest = true where id = $1'
  await database.pool.query(setOwnerWants, [memberId])
  assert.equal((await fetch(app.origin + url)).status, 200)
  assert.equal(await isWanted(), true)
  const post = (path: string, body: string) =>
    fetch(app.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
  assert.equal((await post(`${url.slice(0, -1)}A`, 'List-Unsubscribe=One-Click')).status, 404)
  assert.equal((await post(url, 'choice=other')).status, 400)
  assert.equal(await isWanted(), true)
  assert.equal((await post(url, 'List-Unsubscribe=One-Click')).status, 200)
  assert.equal(await isWanted(), false)
  await sendWeeklyDigest(deps, { ...job, monday: '2026-03-23' })
  assert.equal(mailOf(acme).length, 1)
  assert.equal((await post(url, 'choice=resume')).status, 200)
  assert.equal(await isWanted(), true)
})

test('sends nothing if nothing happened, and retries if the mail server fails', async () => {
  const [quiet, acme] = [await app.workspace(), await app.workspace()]
  const memberId = await addMember(quiet, 'owner')
  await sendWeeklyDigest(deps, { workspaceId: quiet.id, memberId, monday })
  assert.equal(mailOf(quiet).length, 0)

  app.setClock('2026-03-10T12:00:00.000Z')
  await acme.api.create('/feedback', { title: 'CSV' })
  app.setClock(now)
  const job = { workspaceId: acme.id, memberId: await addMember(acme, 'owner'), monday }
  const broken = createTestMailer('smtp://127.0.0.1:9')
  await assert.rejects(sendWeeklyDigest({ ...deps, mailer: broken }, job), /could not send a weekly digest/)
  await sendWeeklyDigest(deps, job)
  assert.equal(mailOf(acme).length, 1)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { welcomeCustomer } from '../../customers/identity/identify.ts'
import type { Submitter } from '../../customers/schema.ts'
import type { Actor } from '../../platform/scope.ts'
import { everybody } from '../../test/fixtures/digests.ts'
import { forbidden } from '../../test/support/roles.ts'
import { setPortal } from '../../test/clients/widget-client.ts'
import { createWorld, type TestWorkspace } from '../../test/test-app.ts'
import { audienceOf } from '../recipients/announcement-recipients.ts'
import { claimDeliveries } from '../deliveries/repository.ts'
import { chooseMail, mailChoiceOf, type WantedMail } from './preferences.ts'
import { listRecipients } from '../recipients/fan-out-announcement.ts'

const world = await createWorld()

const arrive = (acme: TestWorkspace, email: string) => acme.write((tx) => welcomeCustomer(tx, { email }))
const self = (id: string): Actor => ({ type: 'customer', id })
const choose = (acme: TestWorkspace, id: string, wanted: WantedMail, actor = self(id)) =>
  acme.write((tx) => chooseMail({ ...tx, actor }, id, wanted))
const choiceOf = (acme: TestWorkspace, id: string, actor = self(id)) =>
  acme.write((scope) => mailChoiceOf({ ...scope, actor }, id))

test('a customer chooses their own mail, each kind and all of it; what changes is recorded, once', async () => {
  const acme = await world.workspace()
  const id = await arrive(acme, 'ada@example.com')
  const untouched = { changelog: false, replies: true, stages: true }
  assert.deepEqual(await choiceOf(acme, id), {
    address: 'ada@example.com',
    isOff: false,
    isRefused: false,
    hearing: untouched,
  })
  await choose(acme, id, { changelog: true, replies: true, stages: false })
  await choose(acme, id, { changelog: true, stages: false })
  await choose(acme, id, { off: true })
  const { hearing, isOff } = await choiceOf(acme, id)
  assert.deepEqual([hearing, isOff], [{ changelog: true, replies: true, stages: false }, true])
  await choose(acme, id, { off: false })
  assert.equal((await choiceOf(acme, id)).isOff, false)
  const { rows } = await world.database.pool.query(
    'select type, actor_id, changes from events where target_id = $1 order by id',
    [id],
  )
  assert.deepEqual(rows, [
    { type: 'customer.mail_chosen', actor_id: id, changes: { changelog: [false, true], stages: [true, false] } },
    { type: 'customer.mail_stopped', actor_id: id, changes: {} },
    { type: 'customer.mail_resumed', actor_id: id, changes: {} },
  ])
})

test('nobody else’s mail is seen or chosen by a customer; the team’s is; a stranger is not there', async () => {
  const [acme, other] = [await world.workspace(), await world.workspace()]
  const [ada, bea] = [await arrive(acme, 'ada@example.com'), await arrive(acme, 'bea@example.com')]
  await assert.rejects(choose(acme, ada, { replies: false }, self(bea)), forbidden)
  await assert.rejects(choiceOf(acme, ada, self(bea)), forbidden)
  await choose(acme, ada, { replies: false }, { type: 'member', id: null, role: 'member' })
  assert.equal((await choiceOf(acme, ada)).hearing.replies, false)
  await assert.rejects(choose(other, ada, { replies: true }), { code: 'not_found' })
  await assert.rejects(choiceOf(other, ada), { code: 'not_found' })
})

test('entries are told to those who took part or chose them; whoever only signed in is not counted and not written down', async () => {
  const acme = await world.workspace()
  for (const name of ['tracked', 'quiet']) {
    await acme.api.made('/feedback', { title: 'x', submitter: { email: `${name}@example.com`, externalId: name } })
  }
  const find = (email: string) => acme.write((tx) => welcomeCustomer(tx, { email }))
  await choose(acme, await find('quiet@example.com'), { changelog: false })
  await arrive(acme, 'visitor@example.com')
  await choose(acme, await arrive(acme, 'subscriber@example.com'), { changelog: true })
  await choose(acme, await arrive(acme, 'gone@example.com'), { changelog: true, off: true })
  assert.deepEqual(await acme.write((scope) => audienceOf(scope)), { mailed: 2, silent: 2, withoutAddress: 0 })
  const { id } = await acme.api.made('/changelog', { title: 'CSV export' })
  await acme.api.post(`/changelog/${id}/publish`)
  while (await acme.write((scope) => listRecipients(scope, id)));
  const { rows } = await world.database.pool.query(
    `select c.email, d.state from deliveries d join customers c on c.id = d.customer_id where d.entry_id = $1 order by 1`,
    [id],
  )
  assert.deepEqual(
    rows.map(({ email, state }) => `${email.split('@')[0]} ${state}`),
    ['gone suppressed', 'quiet suppressed', 'subscriber due', 'tracked due'],
  )
})

test('entries of a private portal are told to those alone who may come in, also where it became private on the way', async () => {
  const acme = await world.workspace({ ownerEmail: 'owner@example.com' })
  await acme.api.made('/feedback', { title: 'x', submitter: { email: 'tracked@example.com' } })
  const subscribe = async (who: Submitter) =>
    choose(acme, await acme.write((tx) => welcomeCustomer(tx, who)), { changelog: true })
  for (const name of ['stranger', 'owner']) await subscribe({ email: `${name}@example.com` })
  await subscribe({ email: 'sent@example.com', externalId: 'u1' })
  const publish = async () => {
    const { id } = await acme.api.made('/changelog', { title: 'CSV export' })
    await acme.api.post(`/changelog/${id}/publish`)
    while (await acme.write((scope) => listRecipients(scope, id)));
    return async () => {
      const job = { workspaceId: acme.id, entryId: id, ...everybody }
      const now = new Date(Date.now() + 1_000).toISOString()
      const claims = await claimDeliveries(world.database, job, 10, now)
      return claims.map(({ address }) => address.split('@')[0]).sort()
    }
  }
  const admitted = ['owner', 'sent', 'tracked']
  const claimWhenPublic = await publish()
  const claimLate = await publish()
  assert.deepEqual(await claimWhenPublic(), [...admitted, 'stranger'].sort())
  await setPortal(acme, { access: 'private' })
  assert.deepEqual(await claimLate(), admitted)
  const claimWhenPrivate = await publish()
  assert.equal((await acme.write((scope) => audienceOf(scope))).mailed, 3)
  // Not written down, so that it is not told either when everybody may read again.
  await setPortal(acme, { access: 'public' })
  assert.deepEqual(await claimWhenPrivate(), admitted)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { upsertVisitor } from '../../customers/identity/identify.ts'
import type { Submitter } from '../../customers/schema.ts'
import type { Actor } from '../../platform/scope.ts'
import { setPortalSettings } from '../../test/clients/widget-client.ts'
import { allRecipients } from '../../test/fixtures/digests.ts'
import { forbiddenError } from '../../test/support/roles.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { claimDeliveries } from '../deliveries/repository.ts'
import { countAnnouncementRecipients } from '../recipients/announcement-recipients.ts'
import { fanOutAnnouncement } from '../recipients/fan-out-announcement.ts'
import { getPreferences, type PreferencesUpdate, updatePreferences } from './preferences.ts'

const world = await createTestApp()

const arrive = (acme: TestWorkspace, email: string) => acme.write((tx) => upsertVisitor(tx, { email }))
const self = (id: string): Actor => ({ type: 'customer', id })
const choose = (acme: TestWorkspace, id: string, wanted: PreferencesUpdate, actor = self(id)) =>
  acme.write((tx) => updatePreferences({ ...tx, actor }, id, wanted))
const choiceOf = (acme: TestWorkspace, id: string, actor = self(id)) =>
  acme.write((scope) => getPreferences({ ...scope, actor }, id))

test('a customer chooses their own mail, each kind and all of it; what changes is recorded, once', async () => {
  const acme = await world.workspace()
  const id = await arrive(acme, 'ada@example.com')
  const untouched = { changelog: false, replies: true, stages: true }
  assert.deepEqual(await choiceOf(acme, id), {
    address: 'ada@example.com',
    isOptedOut: false,
    isRefused: false,
    hearing: untouched,
  })
  await choose(acme, id, { changelog: true, replies: true, stages: false })
  await choose(acme, id, { changelog: true, stages: false })
  await choose(acme, id, { optOut: true })
  const { preferences: hearing, isOptedOut } = await choiceOf(acme, id)
  assert.deepEqual([hearing, isOptedOut], [{ changelog: true, replies: true, stages: false }, true])
  await choose(acme, id, { optOut: false })
  assert.equal((await choiceOf(acme, id)).isOptedOut, false)
  const { rows } = await world.database.pool.query(
    'select type, actor_id, changes from audit_events where target_id = $1 order by id',
    [id],
  )
  assert.deepEqual(rows, [
    {
      type: 'customer.preferences_updated',
      actor_id: id,
      changes: { changelog: [false, true], stages: [true, false] },
    },
    { type: 'customer.unsubscribed', actor_id: id, changes: {} },
    { type: 'customer.resubscribed', actor_id: id, changes: {} },
  ])
})

test('nobody else’s mail is seen or chosen by a customer; the team’s is; a stranger is not there', async () => {
  const [acme, other] = [await world.workspace(), await world.workspace()]
  const [ada, bea] = [await arrive(acme, 'ada@example.com'), await arrive(acme, 'bea@example.com')]
  await assert.rejects(choose(acme, ada, { replies: false }, self(bea)), forbiddenError)
  await assert.rejects(choiceOf(acme, ada, self(bea)), forbiddenError)
  await choose(acme, ada, { replies: false }, { type: 'member', id: null, role: 'member' })
  assert.equal((await choiceOf(acme, ada)).preferences.replies, false)
  await assert.rejects(choose(other, ada, { replies: true }), { code: 'not_found' })
  await assert.rejects(choiceOf(other, ada), { code: 'not_found' })
})

test('entries are told to those who took part or chose them; whoever only signed in is not counted and not written down', async () => {
  const acme = await world.workspace()
  for (const name of ['tracked', 'quiet']) {
    await acme.api.create('/feedback', { title: 'x', submitter: { email: `${name}@example.com`, externalId: name } })
  }
  const find = (email: string) => acme.write((tx) => upsertVisitor(tx, { email }))
  await choose(acme, await find('quiet@example.com'), { changelog: false })
  await arrive(acme, 'visitor@example.com')
  await choose(acme, await arrive(acme, 'subscriber@example.com'), { changelog: true })
  await choose(acme, await arrive(acme, 'gone@example.com'), { changelog: true, optOut: true })
  assert.deepEqual(await acme.write((scope) => countAnnouncementRecipients(scope)), {
    mailed: 2,
    silent: 2,
    withoutAddress: 0,
  })
  const { id } = await acme.api.create('/changelog', { title: 'CSV export' })
  await acme.api.post(`/changelog/${id}/publish`)
  while (await acme.write((scope) => fanOutAnnouncement(scope, id)));
  const { rows } = await world.database.pool.query(
    `select c.email, d.state from notification_deliveries d join customers c on c.id = d.customer_id where d.entry_id = $1 order by 1`,
    [id],
  )
  assert.deepEqual(
    rows.map(({ email, state }) => `${email.split('@')[0]} ${state}`),
    ['gone suppressed', 'quiet suppressed', 'subscriber due', 'tracked due'],
  )
})

test('entries of a private portal are told to those alone who may come in, also where it became private on the way', async () => {
  const acme = await world.workspace({ ownerEmail: 'owner@example.com' })
  await acme.api.create('/feedback', { title: 'x', submitter: { email: 'tracked@example.com' } })
  const subscribe = async (who: Submitter) =>
    choose(acme, await acme.write((tx) => upsertVisitor(tx, who)), { changelog: true })
  for (const name of ['stranger', 'owner']) await subscribe({ email: `${name}@example.com` })
  await subscribe({ email: 'sent@example.com', externalId: 'u1' })
  const publish = async () => {
    const { id } = await acme.api.create('/changelog', { title: 'CSV export' })
    await acme.api.post(`/changelog/${id}/publish`)
    while (await acme.write((scope) => fanOutAnnouncement(scope, id)));
    return async () => {
      const job = { workspaceId: acme.id, entryId: id, ...allRecipients }
      const now = new Date(Date.now() + 1_000).toISOString()
      const claims = await claimDeliveries(world.database, job, 10, now)
      return claims.map(({ address }) => address.split('@')[0]).sort()
    }
  }
  const admitted = ['owner', 'sent', 'tracked']
  const claimWhenPublic = await publish()
  const claimLate = await publish()
  assert.deepEqual(await claimWhenPublic(), [...admitted, 'stranger'].sort())
  await setPortalSettings(acme, { access: 'private' })
  assert.deepEqual(await claimLate(), admitted)
  const claimWhenPrivate = await publish()
  assert.equal((await acme.write((scope) => countAnnouncementRecipients(scope))).recipients, 3)
  // Not written down, so that it is not told either when everybody may read again.
  await setPortalSettings(acme, { access: 'public' })
  assert.deepEqual(await claimWhenPrivate(), admitted)
})
